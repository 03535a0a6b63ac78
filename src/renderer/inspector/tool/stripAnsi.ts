// What programs send to a terminal: colours and cursor moves (CSI), titles and links (OSC, ended by BEL or ST), other short escapes.
// biome's rule against control characters is off in this repository: here they are the subject.
const csi = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]/g
const strings = /(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c]{0,8192}(?:\u0007|\u001b\\|\u009c)/g
const short = /\u001b[ -/]*[0-Z\\^-~]/g

/** A program's output as it would be read: no colours, no cursor moves; a line that was drawn over is its last state. */
export function stripAnsi(text: string): string {
  const bare =
    text.includes('\u001b') || /[\u0090-\u009f]/.test(text) ? text.replace(strings, '').replace(csi, '').replace(short, '') : text
  return bare.includes('\r') ? bare.split('\n').map(lastDrawing).join('\n') : bare
}

function lastDrawing(line: string): string {
  const whole = line.endsWith('\r') ? line.slice(0, -1) : line
  const at = whole.lastIndexOf('\r')
  return at < 0 ? whole : whole.slice(at + 1)
}

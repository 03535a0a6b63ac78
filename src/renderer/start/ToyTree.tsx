const boxes: readonly (readonly [x: number, y: number, status: string])[] = [
  [0, 6, 'live'],
  [74, 6, 'done'],
  [74, 44, 'live'],
  [74, 80, 'need'],
  [148, 44, 'done'],
  [148, 80, 'live'],
]

/** What a tree looks like, before there is one. */
export function ToyTree() {
  return (
    <svg viewBox="0 0 240 118" className="toy" aria-hidden="true">
      <path className="e" d="M52 18H74M52 18h6q6 0 6 6v26q0 6 6 6h4M64 30v56q0 6 6 6h4" />
      <path className="e live" d="M126 56H148M132 56q6 0 6 6v24q0 6 6 6h4" />
      {boxes.map(([x, y, status]) => (
        <g key={`${x} ${y}`}>
          <rect
            x={x + 0.5}
            y={y + 0.5}
            width="52"
            height="24"
            rx="4"
            style={{
              fill: `color-mix(in srgb, var(--st-${status}) ${status === 'done' ? 8 : 16}%, var(--bg-card))`,
              stroke: `color-mix(in srgb, var(--st-${status}) ${status === 'done' ? 30 : 80}%, transparent)`,
            }}
          />
          <circle cx={x + 12} cy={y + 12.5} r="3" style={{ fill: `var(--st-${status})` }} />
          <rect x={x + 20} y={y + 11} width="24" height="3" rx="1.5" style={{ fill: 'var(--line-3)' }} />
        </g>
      ))}
    </svg>
  )
}

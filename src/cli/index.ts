import { runCli } from './runCli'

const code = await runCli(process)
// Everything written has been flushed by now; open handles of the engine must not keep the process.
process.exit(code)

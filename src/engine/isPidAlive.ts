export function isPidAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It is there, but another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

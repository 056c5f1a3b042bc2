/** Whether a process number still belongs to the PostgreSQL of a folder: numbers are given again to other programs. */
import { existsSync, readFileSync } from 'node:fs'

/** Whether that process runs and is the server of this data folder. */
export function isPostgresOf(pid: number, dir: string): boolean {
  if (!isAlive(pid)) return false
  // elsewhere than on Linux the number alone must do
  const words = `/proc/${pid}/cmdline`
  return process.platform !== 'linux' || (existsSync(words) && readFileSync(words, 'utf8').split('\0').includes(dir))
}

/** Whether a process of that number runs, of any owner. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (reason) {
    return (reason as NodeJS.ErrnoException).code === 'EPERM' // alive, and another user's
  }
}

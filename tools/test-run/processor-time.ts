import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** Seconds that all processors of the machine have been busy since it started. */
export const busySeconds = (): number =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0) / 1000

/**
 * Seconds of processor time of this process and of all it started, Chromium and programs that have ended included. Linux says
 * it of every process; elsewhere only this process is counted.
 */
export function secondsOfTree(): number {
  const own = process.cpuUsage()
  const seconds = (own.user + own.system) / 1e6
  if (process.platform !== 'linux') return seconds
  const all = new Map<number, { parent: number; ticks: number; waited: number }>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'latin1')
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ') // proc(5): the name in brackets may hold blanks
      const number = (index: number) => Number(fields[index])
      all.set(Number(name), {
        parent: number(1),
        ticks: number(11) + number(12),
        waited: number(13) + number(14),
      })
    } catch {
      // it has ended
    }
  }
  let ticks = all.get(process.pid)?.waited ?? 0
  const isOurs = (pid: number): boolean => {
    const parent = all.get(pid)?.parent
    return parent !== undefined && parent > 1 && (parent === process.pid || isOurs(parent))
  }
  for (const [pid, one] of all) if (isOurs(pid)) ticks += one.ticks + one.waited
  return seconds + ticks / TICKS_A_SECOND
}

/** Of every Linux that Node runs on. */
const TICKS_A_SECOND = 100

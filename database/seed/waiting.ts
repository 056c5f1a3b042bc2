import type { LetterRow } from '#features/letters/letter-row.ts'
import { quantile } from './calendar.ts'
import { letterEnds, letterExpires, letterFails, receiveLetter, sendLetter, undelivered } from './letters.ts'
import { decidersOf } from './reconsiderations.ts'
import { waitSilenced } from './snoozes.ts'
import type { Open, Tale } from './tale.ts'
import { later } from './tale.ts'
import { climb, deem, workingHoursAfter } from './clockwork.ts'
import { deemsOf, expire } from './lapses.ts'
import { conclude, type Ending } from './deciders.ts'
import { resubmitLater } from './handovers.ts'

// How long a new request waits for a decision, and which one it is to be.

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * Working hours until somebody decides (median 1.9, a tenth after 14, a hundredth after 60). Most are quick;
 * one in ten waits silenced for an answer from outside; one in eight is escalated first, and the slowest of those take days.
 */
const patience = [
  [0, 0.05],
  [0.25, 0.7],
  [0.5, 1.6],
  [0.66, 2.6],
  [0.76, 3.9],
  [0.76001, 14.2],
  [0.88, 20],
  [0.88001, 4],
  [0.97, 8],
  [0.978, 20],
  [0.988, 58],
  [1, 80],
] as const
/** Which of them wait silenced; who cannot is quick. */
const silenced = [0.76, 0.88] as const

const endings = [
  [73, 'approve'],
  [14, 'deny'],
  [3.8, 'denyFill'],
  [4, 'letter'],
  [2.8, 'expire'],
  [3, 'withdraw'],
] as const satisfies readonly (readonly [number, Ending | 'letter' | 'expire'])[]

/** Sees to it that a new request is decided some time later, unless it is held open for the worklists. */
export function seeTo(tale: Tale, open: Open, ms: number): void {
  if (open.hold) return
  const { random, setting } = tale
  // Without the letter these ask for, no role may clear them (R35): it is asked for first.
  const ending = open.row.rejects.some((reject) => reject.letterNeeded) ? 'letter' : random.weighted(endings)
  const due = Date.parse(open.row.statutory_due_at)
  // Kept thirty days, and as long as its legal clock runs: a bill's is a little longer.
  const kept = Math.max(ms + 30 * day, due)
  if (ending === 'expire' && kept + day < setting.nowMs && !deemsOf(open)) {
    later(tale, kept, (when) => expire(tale, open, when))
    return
  }
  // Where silence approves, the time runs out on a few (T25).
  if (deemsOf(open) && due + day < setting.nowMs && random.chance(0.035)) {
    later(tale, due + 41_000, (now) => {
      climb(tale, open, due)
      deem(tale, open, now)
      resubmitLater(tale, open, now)
    })
    return
  }
  // Nothing ordinary is left over: what would be decided after the as-of instant is decided just before. And nobody waits
  // until silence approves.
  const latest = setting.nowMs - random.int(12, 50) * minute
  const last = deemsOf(open) ? Math.min(latest, due - random.int(12, 50) * minute) : latest
  const after = (share: number): number =>
    Math.max(ms + 4 * minute, Math.min(workingHoursAfter(tale, open, ms, quantile(patience, share)), last))
  const share = random.unit()
  const waits = share >= silenced[0] && share < silenced[1] && ending !== 'letter'
  const when = (waits ? waitSilenced(tale, open, ms, after(share)) : null) ?? after(waits ? share * silenced[0] : share)
  if (ending === 'letter' && when + 5 * day < setting.nowMs) return letterFirst(tale, open, when)
  later(tale, when, (now) => conclude(tale, open, now, ending === 'letter' || ending === 'expire' ? 'approve' : ending))
}

/** The prescriber is asked for a letter first; it comes some days later and supports the drug (T11, T12). */
function letterFirst(tale: Tale, open: Open, ms: number): void {
  const { random } = tale
  const answered = (letter: LetterRow, sentMs: number): void =>
    later(tale, sentMs + random.int(18, 90) * hour, (received) => {
      if (open.row.status_id !== 21) return
      receiveLetter(tale, open, letter, received)
      later(tale, workingHoursAfter(tale, open, received, 0.5 + random.unit() * 2), (now) =>
        conclude(tale, open, now, 'approve'),
      )
    })
  later(tale, ms, (sentMs) => {
    if (open.row.status_id !== 20) return
    climb(tale, open, sentMs)
    const owner = decidersOf(tale, open)[0] ?? null
    const letter = sendLetter(tale, open, owner, sentMs)
    const fate = random.unit()
    if (fate < 0.06 && !deemsOf(open)) {
      // Nobody answers in ten working days; the owner decides without the letter (T13).
      later(tale, letterEnds(tale, open, sentMs), (now) => {
        if (open.row.status_id !== 21) return
        letterExpires(tale, open, now)
        later(tale, workingHoursAfter(tale, open, now, 0.5 + random.unit() * 5), (decided) =>
          conclude(tale, open, decided, random.chance(0.6) ? 'deny' : 'approve'),
        )
      })
    } else if (fate < 0.13) {
      // The office's machine does not answer; the letter is sent once more.
      later(tale, sentMs + undelivered, (failed) => {
        letterFails(tale, open, letter, failed)
        later(tale, workingHoursAfter(tale, open, failed, 0.3 + random.unit() * 3), (again) => {
          if (open.row.status_id === 21) answered(sendLetter(tale, open, owner, again), again)
        })
      })
    } else answered(letter, sentMs)
  })
}

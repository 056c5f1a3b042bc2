import type { SnapshotRow } from '#features/snapshots/sql.ts'
import { dateIn, iso } from './calendar.ts'
import type { Claim } from './claim-rows.ts'
import type { Open, Tale } from './tale.ts'

/** A letter has come, read or not. */
export const letterCame = (open: Open): boolean => open.letters.some(({ status }) => status === 6 || status === 7)

/** What ends a request ends the waiting for its letters, as the database does it (0043-letters.sql). */
export function followWithLetters(open: Open, to: number, ms: number, by: string | null): void {
  for (const letter of open.letters) {
    if (letter.status <= 5) {
      letter.closed_from = letter.status
      letter.status = 9
      letter.closed_at = iso(ms)
    } else if (letter.status === 6 && [30, 40, 41].includes(to)) {
      letter.status = 7
      letter.reviewed_at = iso(ms)
      letter.reviewed_by_name = by
      letter.supports = to === 30
    }
  }
}

/** Letters of a claim that were read and speak for their drug, as the engine reads them. */
export const lettersOnFile = (tale: Tale, claim: Claim): SnapshotRow['letters'] =>
  tale.requests
    .filter((open) => open.claim === claim)
    .flatMap(({ letters }) => letters)
    .filter(({ status, supports }) => status === 7 && supports === true)
    .map((letter) => ({
      kind: 'LMN',
      receivedOn: dateIn(Date.parse(letter.received_at!), tale.setting.zone(letter.mc)),
      signedOn: letter.signed_on!,
      gpiPrefix: letter.gpi_prefix,
      ...(letter.valid_days !== null && { validDays: letter.valid_days }),
    }))

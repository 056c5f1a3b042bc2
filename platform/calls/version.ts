import type { Refusing } from './handler.ts'

type Seen<Current> = {
  /** The version the caller has seen. */
  seen: number | undefined
  /** The row as it is now. */
  current: Current
  /** What the row is, in the words of the refusal. */
  of?: string
}

/** Refuses a change of a row that the caller has not seen as it is now; a call that names no version is refused too. */
export function refuseStaleVersion<Current extends { version: number }>(
  asked: Refusing<'PRECONDITION_REQUIRED' | 'CONFLICT'>,
  { seen, current, of = 'request' }: Seen<Current>,
): void {
  if (seen === undefined)
    asked.refuse({
      code: 'PRECONDITION_REQUIRED',
      field: 'version',
      message: `Send the version of the ${of} you are looking at.`,
    })
  refuseOtherVersion(asked, { seen, current })
}

/** The same for calls that may leave the version out: then nothing is compared. */
export function refuseOtherVersion<Current extends { version: number }>(
  asked: Refusing<'CONFLICT'>,
  { seen, current }: Omit<Seen<Current>, 'of'>,
): void {
  if (seen !== undefined && seen !== current.version) asked.refuse({ code: 'CONFLICT', current })
}

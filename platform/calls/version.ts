import type { Refusing } from './handler.ts'

type Seen<Current> = {
  /** The version of the row that the caller has seen. */
  seen: number | undefined
  /** The row as it is now. */
  current: Current
  /** What the row is, in the words of the refusal. */
  of?: string
  /** The input that has the version. */
  field?: string
}

/** Refuses a change of a row that the caller has not seen as it is now; a call that names no version is refused too. */
export function refuseStaleVersion<Current extends { version: number }>(
  context: Refusing<'PRECONDITION_REQUIRED' | 'CONFLICT'>,
  { seen, current, of = 'request', field = 'version' }: Seen<Current>,
): void {
  if (seen === undefined)
    context.refuse({
      code: 'PRECONDITION_REQUIRED',
      field,
      message: `Send the version of the ${of} you are looking at.`,
    })
  if (seen !== current.version) context.refuse({ code: 'CONFLICT', current })
}

import { eventCode } from '#features/authorizations/events.ts'
import { engine, event } from '#features/authorizations/rows.ts'
import { insertEvents } from '#features/authorizations/sql.ts'
import { insertNotices } from '#features/notifications/sql.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import type { Sql } from '#platform/database/sql.ts'

const NO_ADDRESS = 'no fax and no e-mail on file'

/** Logs that the prescriber could not be notified for lack of an address, and asks the owner to reach them. */
export const withoutAddress = (
  { mc, now, newId }: Pick<JobContext, 'mc' | 'now' | 'newId'>,
  request: { id: string; status_id: number; reference_number: string; prescriber: string },
  owners: readonly string[],
): Sql[] => {
  const at = now.toISOString()
  const { id: authorizationId, status_id: status, reference_number: reference, prescriber } = request
  const line = { mc, authorizationId, now: at, actor: engine, from: status, to: status }
  return [
    insertEvents([
      event(line, eventCode.MESSAGE_SENT, { way: 'Message', role: prescriber, result: `not sent: ${NO_ADDRESS}` }),
    ]),
    ...(owners.length === 0
      ? []
      : [
          insertNotices(
            owners.map((owner) => ({
              id: newId(),
              user_id: owner,
              kind: 'noAddress',
              title: `${prescriber} was not notified about request ${reference}: ${NO_ADDRESS}. Call or write by mail.`,
              authorization_id: authorizationId,
              at,
            })),
          ),
        ]),
  ]
}

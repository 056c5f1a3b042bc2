import { ofOneFill } from '#features/merging/decided-once.ts'
import { actorOf, type Verdict } from '#features/authorizations/rows.ts'
import { isUrReviewer } from '#features/permissions/rules.ts'
import { needsReview } from './denial.ts'
import type { Case, DecidingCall } from './load.ts'
import { decide, type Written } from './rows.ts'

/** What a verdict comes to, row by row, before anything is written. */
export function drawUp(
  context: Pick<DecidingCall, 'newId' | 'portal'>,
  { request, person, now }: Pick<Case, 'request' | 'person' | 'now'>,
  verdict: Verdict,
): Written {
  return decide(
    request,
    ofOneFill(request, verdict),
    {
      id: person.id,
      name: person.name,
      actor: actorOf(person),
      timeZone: person.timeZone,
      licenseStates: person.licenseStates,
      reviews: isUrReviewer(person, request.juris_state) && needsReview(request),
    },
    { decision: context.newId(), priorAuth: context.newId(), callback: context.newId(), outbox: context.newId() },
    now,
    context.portal.settings.undoSeconds,
  )
}

/**
 * The digits of the drug code a prior authorization or block of this level reaches; level 11 is the package, known by all
 * of them.
 */
export const prefixOf = (gpi: string, level: number | null): string => gpi.slice(0, level === 11 ? 14 : (level ?? 14))

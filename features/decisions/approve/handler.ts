import type { CallContext } from '#platform/calls/handler.ts'
import { snapshotOfBilled } from '#features/snapshots/as-billed.ts'
import { tried } from '#features/snapshots/billed-sql.ts'
import { approvalAs } from '../approval-verdict.ts'
import { billWords } from '../bill-instead.ts'
import type { approving } from './contract.ts'
import type { Decided } from '../call-shapes.ts'
import { loadForDecision } from '../load.ts'
import { writeFirstApproval } from '../write/first-approval.ts'
import { writeDecision } from '../write/write-decision.ts'

type Approving = CallContext<(typeof approving)['approve']>

/** Grants a request, or writes the first of two approvals where a second person or a pharmacist must add theirs. */
export async function approve(context: Approving): Promise<Decided> {
  const { input, db } = context
  const [at, of, found] = await Promise.all([
    loadForDecision(context),
    db.one(tried(input.id)),
    db.one(snapshotOfBilled(input.id)),
  ])
  const approval = await approvalAs(context, at, input, { id: input.id, of: of!, found: found! })
  if (approval.why) return context.refuse(approval.why)
  if (approval.waits) {
    const { waits, outcome, means } = approval
    return writeFirstApproval(context, at, means, outcome, waits, means.against)
  }
  const { written, endings, bill } = approval
  return writeDecision(context, at, written, endings, bill ? [billWords(bill)] : [])
}

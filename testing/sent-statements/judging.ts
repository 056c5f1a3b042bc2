import type { Amounts, Statement, WaitsFor } from './statement.ts'
import type { Facts, Granted } from './facts.ts'

// Whether a statement about a request is so, by what the database knows of it.

const open = (statusId: number): boolean => statusId >= 20 && statusId < 30
const waitsIn: Readonly<Record<WaitsFor, readonly number[]>> = {
  'a decision': [20, 24],
  'a letter': [21],
  'a pharmacist': [22],
  'a reviewer': [23],
  'a second approval': [25],
  'a supervisor': [26],
}
const approvals: readonly (string | null)[] = ['APPROVE', 'AUTO', 'BYPASS', 'DEEMED']
const denials: readonly (string | null)[] = ['REJECT', 'REJECT_NO_PA']

/** The newest approval that was not ended; else the newest. */
const newest = ({ granted }: Facts): Granted | undefined => granted.find((one) => !one.isEnded) ?? granted[0]

const most = (limit: number | null | undefined, of: number): number => (limit == null ? of : Math.min(limit, of))

function wrongAmounts(
  said: Amounts,
  of: Facts,
  limits: Pick<Granted, 'maxQty' | 'maxDays'> | undefined,
): string | undefined {
  if (said.ofQuantity !== of.quantity || said.ofDays !== of.days)
    return `${of.quantity} for ${of.days} days were billed`
  const [quantity, days] = [most(limits?.maxQty, of.quantity), most(limits?.maxDays, of.days)]
  return said.quantity === quantity && said.days === days ? undefined : `${quantity} for ${days} days are approved`
}

function whyNotApproved(said: Extract<Statement, { says: 'approved' }>, of: Facts): string | undefined {
  if (!approvals.includes(of.decision))
    return `no approval is in force (${of.decision ?? 'no decision'}, status ${of.statusId})`
  if (said.bill && of.isMerged) return 'it was merged into another request, which is billed'
  const approval = newest(of)
  if (approval?.isEnded && !approval.isChangedSince) return 'the approval was ended'
  // Changed since: what it was then is not known any more.
  if (!approval || approval.isChangedSince) return undefined
  const wrong = said.amounts && wrongAmounts(said.amounts, of, approval)
  if (wrong) return wrong
  const isPart = most(approval.maxQty, of.quantity) < of.quantity || most(approval.maxDays, of.days) < of.days
  if (said.part !== undefined && said.part !== isPart)
    return isPart ? 'only a part is approved' : 'all of it is approved'
  const { bill } = said
  if (bill) {
    if (most(bill.quantity, of.quantity) !== most(approval.maxQty, of.quantity))
      return `a fill may have ${approval.maxQty}`
    if (most(bill.days, of.days) !== most(approval.maxDays, of.days)) return `a fill may last ${approval.maxDays} days`
    if (bill.from !== undefined && bill.from !== approval.start) return `it begins on ${approval.start}`
    if (bill.to !== undefined && bill.to !== approval.end) return `it ends on ${approval.end}`
    if (bill.from === undefined && approval.start > of.served)
      return `it begins on ${approval.start}, after the day of service`
  }
  if (said.from !== undefined && said.from !== approval.start && said.from !== of.from)
    return `it begins on ${approval.start}`
  if (said.to !== undefined && said.to !== approval.end && said.to !== of.to) return `it ends on ${approval.end}`
  const fills = approval.oneTime ? 1 : approval.maxFills
  return said.fills !== undefined && said.fills !== fills ? `${fills ?? 'any number of'} fills are approved` : undefined
}

/** The block of this denial that stops the drug; one whose last day has passed need not be named. */
const blockInForce = ({ blocks }: Facts): Granted | undefined =>
  blocks.find(({ isEnded, isOver, isChangedSince }) => !isEnded && !isOver && !isChangedSince)

function whyNotDenied(said: Extract<Statement, { says: 'denied' }>, of: Facts): string | undefined {
  if (!denials.includes(of.decision))
    return `no denial is in force (${of.decision ?? 'no decision'}, status ${of.statusId})`
  if (said.thisFill !== undefined && said.thisFill !== (of.decision === 'REJECT_NO_PA'))
    return said.thisFill ? 'more than this fill was denied' : 'only this fill was denied'
  if (said.amounts && (said.amounts.ofQuantity !== of.quantity || said.amounts.ofDays !== of.days))
    return `${of.quantity} for ${of.days} days were billed`
  const stands = blockInForce(of)
  if (said.withoutBlock && stands) return `it is blocked until ${stands.end}, and nothing says so`
  const block = of.blocks[0]
  if (said.from !== undefined && block && !block.isChangedSince && (said.from !== block.start || said.to !== block.end))
    return `it is blocked from ${block.start} to ${block.end}`
  const reason = of.reason
    .replace(/ \((?:name it|attach|explain)\)/g, '')
    .trim()
    .replace(/\.$/, '')
  // "Other" is said to a pharmacy by what was written.
  const full = said.withNote ? `${reason}: “${of.note.replace(/\.$/, '').replaceAll(/\s+/g, ' ')}”` : reason
  return said.reason !== undefined && said.reason.replace(/\.$/, '') !== full ? `the reason is "${full}"` : undefined
}

function whyNotBlocked(said: Extract<Statement, { says: 'blocked' }>, of: Facts): string | undefined {
  const block = of.blocks.find((one) => !one.isEnded) ?? of.blocks[0]
  if (!block) return 'nothing is blocked'
  if (block.isChangedSince) return undefined
  if (block.isEnded) return 'the block was ended'
  if (said.until !== null && said.until !== block.end) return `it is blocked until ${block.end}`
  if (said.brandOnly !== block.brandOnly)
    return block.brandOnly ? 'only the brand is blocked' : 'its generics are blocked too'
  return said.thisRxOnly === block.thisRxOnly ? undefined : 'it is blocked for another reach'
}

const named = (of: Facts): Readonly<Record<Extract<Statement, { says: 'names' }>['what'], string>> => ({
  patient: of.patient,
  born: of.born,
  drug: of.drug,
  claim: of.claimNumber,
  reference: of.reference,
})

/** Why a statement is not so of this request; undefined where it is. */
export function whyNotSo(said: Statement, of: Facts): string | undefined {
  const status = `status ${of.statusId}`
  switch (said.says) {
    case 'approved':
      return whyNotApproved(said, of)
    case 'denied':
      return whyNotDenied(said, of)
    case 'blocked':
      return whyNotBlocked(said, of)
    case 'may bill': {
      const block = blockInForce(of)
      return block && `it is blocked until ${block.end}`
    }
    case 'instead':
      return of.instead?.name === said.product ? undefined : `${of.instead?.name ?? 'nothing'} was named instead`
    case 'billed by another':
      return of.isMerged && approvals.includes(of.decision) ? undefined : 'it was merged into no approved request'
    case 'deemed':
      return of.decision === 'DEEMED' ? undefined : `the law approved nothing (${of.decision ?? 'no decision'})`
    case 'ended':
      return of.granted.some((one) => !one.isEnded && !one.isChangedSince && [2, 3].includes(one.statusId))
        ? 'the approval is in force'
        : undefined
    case 'waits':
      return waitsIn[said.for].includes(of.statusId) ? undefined : `it does not wait for ${said.for} (${status})`
    case 'open':
      return open(of.statusId) ? undefined : `nothing waits (${status})`
    case 'paid':
      return of.isPaid || of.wasReversed ? undefined : 'no fill is paid'
    // Only the engine knows.
    case 'pays now':
    case 'reversed':
      return undefined
    case 'pharmacy knows':
      return of.pharmacyKnows ? undefined : 'its pharmacy was not notified'
    case 'not in force yet':
      return of.granted.some(({ statusId }) => statusId === 1) ? undefined : 'nothing waits to be entered'
    case 'good until': {
      const approval = newest(of)
      return approval && (approval.end === said.day || approval.isChangedSince)
        ? undefined
        : `it ends on ${approval?.end}`
    }
    case 'approved by a rule':
      return of.statusId === 31 ? undefined : `no rule approved it (${status})`
    case 'closed':
      return of.statusId >= 50 ? undefined : `it is not closed (${status})`
    case 'withdrawn':
      return of.statusId === 51 ? undefined : `it is not withdrawn (${status})`
    case 'unknown':
      return 'it is on file'
    case 'saved':
      return [20, 21, 22, 25].includes(of.statusId) && of.decision === null
        ? undefined
        : `it is not saved for anybody (${status})`
    case 'undone':
      return open(of.statusId) ? undefined : `the decision is in force (${status})`
    case 'names':
      return named(of)[said.what] === said.value ? undefined : `its ${said.what} is ${named(of)[said.what]}`
    case 'hint':
      return `"${said.words}" is meant for the writer`
  }
}

/**
 * Whether the code of a prior authorization is a prefix of another. A clinic code has fewer digits
 * than the level and covers that code alone, so a grant for it does not cover the tablet.
 */
export const takesIn = (pa: { gpiPrefix: string; level: number }, gpi: string): boolean =>
  pa.gpiPrefix.length < pa.level ? pa.gpiPrefix === gpi : gpi.startsWith(pa.gpiPrefix)

/** A product as a prior authorization or block looks at it; `ndc` is '' where it has no package of its own. */
export type Product = { gpi: string; ndc: string; brand: boolean }
type Reaching = { level: number; gpiPrefix: string; brandFlag: string; ndc?: string | null | undefined }

/**
 * Whether a prior authorization or block reaches a product: its drug code or its package, of brands or of generics alone
 * where it says so. What has no package, a compound above all, is "this package only" by the whole code it is known by.
 */
export const reachesProduct = (pa: Reaching, { gpi, ndc, brand }: Product): boolean =>
  (pa.level === 11 ? (pa.ndc ?? '') === ndc && (ndc !== '' || pa.gpiPrefix === gpi) : takesIn(pa, gpi)) &&
  (pa.brandFlag === '*' || (pa.brandFlag !== 'G') === brand)

/** How narrow a level is, higher being narrower: a package (11) is narrower than a strength (14). */
export const narrowness = (level: number): number => (level === 11 ? 15 : level)

type Window = { startDate: string; endDate: string }
/** True when two times share a day. */
export const overlaps = (a: Window, b: Window): boolean => a.startDate <= b.endDate && b.startDate <= a.endDate

/** How far a prior authorization reaches: digits of the drug code, or 11 for one package, and from when to when. */
export type Reach = Window & { level: number }

/** A block beats an approval of the same or a wider level; a narrower approval beats the block. */
export const beats = (block: { level: number }, approval: { level: number }): boolean =>
  narrowness(approval.level) <= narrowness(block.level)

type Covering = Window & { kind: string; gpiPrefix: string; level: number; rxNumber: string | null }

/** Covers the prescription: where a state approves one order, an approval of another prescription stands beside this one. */
const coversPrescription = (pa: { rxNumber: string | null }, rxNumber: string | null): boolean =>
  pa.rxNumber === null || pa.rxNumber === rxNumber

/** Approvals that already cover a drug, its prescription and a day of a window. */
export const approvalsCovering = <P extends Covering>(
  approvals: readonly P[],
  of: Window & { gpi: string; rxNumber: string | null },
): P[] =>
  approvals.filter(
    (one) => one.kind === 'PERMIT' && takesIn(one, of.gpi) && coversPrescription(one, of.rxNumber) && overlaps(one, of),
  )

/** Prior authorizations a new one duplicates in days, drug and prescription: the same or a wider level, the same brand. */
export const doubledBy = <P extends Covering & { brandFlag: string }>(
  others: readonly P[],
  of: Window & { kind: string; gpiPrefix: string; brandFlag: string; rxNumber: string | null },
): P[] =>
  others.filter(
    (other) =>
      other.kind === of.kind &&
      coversPrescription(other, of.rxNumber) &&
      (of.kind === 'BLOCK' ? other.gpiPrefix === of.gpiPrefix : takesIn(other, of.gpiPrefix)) &&
      (other.brandFlag === '*' || of.brandFlag === '*' || (other.brandFlag === 'G') === (of.brandFlag === 'G')) &&
      overlaps(other, of),
  )

// Why a prior authorization is granted.

export type ApprovalReason = {
  id: number
  reason: string
  noteRequired: boolean
  /** What the note has to say: a hint of its field, which never leaves the portal. */
  noteHint?: string
}

/** That the drug is for an accepted injury; and for a first fill while nobody has accepted it yet. */
export const relatedReason = 1
export const firstFillReason = 3

/** A taper: rule R33 lets doses over the limit through as long as they go down. */
export const taperReason = 5

/** Reasons that also say why less is approved than was asked: first fill, taper, a changed dose, and whose word it follows. */
const whyLess: readonly (number | null)[] = [3, taperReason, 8, 9, 10, 11, 13, 15]
export const explainsLess = (id: number | null): boolean => whyLess.includes(id)

const reasons = [
  'Related to accepted injury',
  'Post-surgical / perioperative',
  'First fill, claim under investigation (without prejudice)',
  'Continuation of stable therapy',
  'Taper in progress',
  'Lost, stolen or damaged medication',
  'Vacation / travel supply',
  'Prescriber changed dose',
  'Pharmacist recommendation',
  'UR / IMR / peer review certified',
  'Court or board order / stipulation',
  'Letter of medical necessity supports',
  'Transition of care',
  'Emergency / disaster',
  'Supervisor direction',
  'Brand necessary',
  'Other',
]

/** The reasons a person may choose from, ids 1 to 17. */
export const approvalReasons: readonly ApprovalReason[] = reasons.map((reason, i) => ({
  id: i + 1,
  reason,
  noteRequired: i + 1 === 17,
  ...(i + 1 === 17 && { noteHint: 'Enter the reason.' }),
}))

const byId = new Map(approvalReasons.map((row) => [row.id, row]))

/** An approval reason by its id. */
export const approvalReason = (id: number): ApprovalReason | undefined => byId.get(id)

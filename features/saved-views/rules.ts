import type { Why } from '#platform/calls/refusal.ts'

/** The most views of one user. */
export const MOST_VIEWS = 30
export const MOST_COLUMNS = 20
export const longestName = 60
export const longestAddress = 1000

/** What the address of a list may have, besides the page. */
const parts = [
  'view',
  'part',
  'state',
  'delivery',
  'reject',
  'status',
  'drug',
  'prescriber',
  'level',
  'received',
  'from',
  'to',
  'owner',
  'due',
  'decidedtoday',
  'sub',
  'by',
  'q',
  'sort',
]
/** Search keys whose text is no patient's name and no claim number. */
const openKeys = ['A', 'Au']

/** Why an address cannot be a saved view; nothing where it can. */
export function whyNotAddress(address: string): Why<'VALIDATION'> | undefined {
  const query = new URLSearchParams(address)
  const strange = [...query.keys()].find((key) => !parts.includes(key))
  const no = (message: string): Why<'VALIDATION'> => ({ code: 'VALIDATION', field: 'address', message })
  if (strange !== undefined) return no('This is not the address of a worklist.')
  if (query.has('q') && !openKeys.includes(query.get('by') ?? 'A'))
    return no('A view cannot keep the name of a patient or a claim number.')
  return undefined
}

/** Why no view can be added; nothing where one can. */
export function whyNotAdd(has: { views: number; named: boolean }): Why<'RULE' | 'DUPLICATE'> | undefined {
  if (has.named) return sameName
  if (has.views >= MOST_VIEWS)
    return { code: 'RULE', message: `You have ${MOST_VIEWS} saved views. Delete one before you save another.` }
  return undefined
}

export const sameName: Why<'DUPLICATE'> = {
  code: 'DUPLICATE',
  field: 'name',
  message: 'You already have a view of this name.',
}

import type { FirstReads } from '#platform/calls/first-reads.ts'
import { worklist } from '#features/worklist/contract.ts'
import { filterOf, PAGE_SIZE, plain, views } from './worklist/address.ts'
import { laneRead } from './worklist/lane-read.ts'

const LIST = '/authorizations'

/** The rows of the worklist, where its address names no more than a view. */
export const firstReads: FirstReads = {
  path: LIST,
  modules: ['features/pages/worklist/worklist.tsx'],
  reads: (mc, query) => {
    const view = views.find(({ key }) => query === (key === plain.view ? '' : `view=${key}`))?.key
    // A view has no dates: what day it is does not matter.
    return view === undefined
      ? []
      : [
          [worklist.list, { mc, size: PAGE_SIZE, page: 0, ...filterOf({ ...plain, view }, '') }],
          ...(view === 'mine' ? [[worklist.list, laneRead(mc, 'mine')] as const] : []),
        ]
  },
}

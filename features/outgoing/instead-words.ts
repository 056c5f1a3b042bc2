import type { OutputOf } from '#platform/calls/contract.ts'
import type { outgoing } from './contract.ts'

type Named = NonNullable<OutputOf<typeof outgoing.instead>['instead']>

/** Whether the drug a denial named may still be said to pay. */
export const insteadNote = ({
  paysNow,
  same,
}: Pick<Named, 'paysNow' | 'same'>): { tone: 'green' | 'amber'; words: string } =>
  paysNow
    ? { tone: 'green', words: `Pays now without approval.${same ? '' : ' The prescriber has to prescribe it.'}` }
    : { tone: 'amber', words: 'Named then; does not pay now. Messages no longer name it.' }

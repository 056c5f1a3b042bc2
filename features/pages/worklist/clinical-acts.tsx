import { Suspense, useEffect, useState, type RefObject } from 'react'
import { useTake } from '#features/clinical/use-take.ts'
import type { ListRow } from '#features/worklist/listed.ts'
import { lazyPart } from '#platform/browser/load-part.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { prescriberName } from './row-words.ts'

const AskDialog = lazyPart(() => import('#features/clinical/ask-dialog.tsx').then((it) => it.AskDialog))
const CallDialog = lazyPart(() => import('#features/clinical/call-dialog.tsx').then((it) => it.CallDialog))

type ClinicalActsProps = {
  /** The row the keys are about; undefined where nothing can be done. */
  row: ListRow | undefined
  /** Whether who works on this queue calls prescribers. */
  calls: boolean
  /** Opens it with the dialog that returns it, where R means that. */
  onReturn: ((row: ListRow) => void) | undefined
  /** Takes the request of a row, or gives it back: for its button. */
  takeRef: RefObject<((row: ListRow) => void) | undefined>
}

/** T takes the current request, Q asks its case owner, P records a call to the prescriber, R returns a saved approval. */
export function ClinicalActs({ row, calls, onReturn, takeRef }: ClinicalActsProps) {
  const { person } = useUser()
  const take = useTake()
  const [dialog, setDialog] = useState<{ kind: 'ask' | 'call'; row: ListRow }>()
  const onTake = ({ authorizationId, pharmacist }: ListRow) =>
    take.onTake(authorizationId, pharmacist?.taker === person.name)
  useEffect(() => {
    takeRef.current = onTake
  })
  useKeys({
    t: () => (row ? onTake(row) : false),
    q: () => (row ? setDialog({ kind: 'ask', row }) : false),
    p: () => (row && calls ? setDialog({ kind: 'call', row }) : false),
    r: () => (row && onReturn ? onReturn(row) : false),
  })
  const onClose = () => setDialog(undefined)
  if (!dialog) return null
  const { authorizationId, caseOwners } = dialog.row
  return (
    <Suspense fallback={null}>
      {dialog.kind === 'ask' ? (
        <AskDialog authorizationId={authorizationId} by="answerer" to={caseOwners[0]?.name} onClose={onClose} />
      ) : (
        <CallDialog authorizationId={authorizationId} prescriber={prescriberName(dialog.row)} onClose={onClose} />
      )}
    </Suspense>
  )
}

import { useState } from 'react'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { doubles } from './contract.ts'
import css from './doubles.module.css'
import { MergesCard } from './merges-card.tsx'
import { PairCard } from './pair-card.tsx'
import { whyNotMergeBy } from './rules.ts'

/** On a patient: whether another record is of the same person, for those who merge them. */
export function SamePerson({ claimId, claimNumber }: { claimId: string; claimNumber: string }) {
  const { person } = useUser()
  const [typed, setTyped] = useState('')
  const [other, setOther] = useState('')
  const asked = useRead(doubles.compare, { claimNumber, otherClaimNumber: other }, { off: other === '' })
  if (whyNotMergeBy(person)) return null
  const problem =
    other !== '' && asked.error
      ? asked.error.code === 'NOT_FOUND'
        ? 'No claim has this number.'
        : asked.error.message
      : undefined
  return (
    <div className={css.part}>
      <Card title="Is another record of the same person?">
        <form
          className={css.acts}
          onSubmit={(event) => {
            event.preventDefault()
            setOther(typed.trim())
          }}
        >
          <TextField
            label="Claim number of the other record"
            value={typed}
            onChange={(to) => {
              setTyped(to)
              setOther('')
            }}
            error={problem}
          />
          <Button type="submit" busy={other !== '' && asked.isFetching} busyLabel="Comparing">
            Compare
          </Button>
        </form>
      </Card>
      {other !== '' && asked.data && (
        <PairCard
          key={other}
          pair={asked.data}
          onDone={() => {
            setTyped('')
            setOther('')
          }}
        />
      )}
      <MergesCard claimId={claimId} />
    </div>
  )
}

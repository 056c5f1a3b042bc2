import { useRead } from '#platform/browser/use-call.ts'
import { Card } from '#platform/ui/display/card.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import { callbacks } from './contract.ts'
import { talkWords } from './talk-words.ts'

/** The calls a user made today; nothing until they are known. */
export function MyDay() {
  const { data } = useRead(callbacks.mine, {}, { keepPrevious: true })
  if (!data) return null
  return (
    <Card title="My day">
      <Facts
        of={[
          ['Calls made', data.calls],
          ['Reached', `${data.reached} of ${data.calls}`],
          ['Talk time', talkWords(data.talkSeconds)],
        ]}
      />
    </Card>
  )
}

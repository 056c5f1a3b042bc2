import { useState } from 'react'
import { useAct } from '#platform/browser/use-call.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { dayAndTime } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { ActDialog, ActWords } from '#platform/ui/overlay/act-dialog.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { people } from './contract.ts'
import { daysLeftWords, roleWords } from './user-words.ts'

type Listed = AnswerOf<typeof people.list>
type Invitation = Listed['invitations'][number]

/** Who is invited, and for how long; a button withdraws an invitation. */
export function Invitations({ of, zone }: { of: Listed['invitations']; zone: string }) {
  const now = useNow()
  const [withdrawing, setWithdrawing] = useState<Invitation>()
  return (
    <Card title="Open invitations" flush>
      <Table caption="Open invitations" tall cards="labels">
        <TableHead>
          <HeadCell>Name</HeadCell>
          <HeadCell>Roles</HeadCell>
          <HeadCell>Invited by</HeadCell>
          <HeadCell>Good until</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </TableHead>
        <TableBody>
          {of.map((one) => (
            <Row key={one.invitationId}>
              <Cell head second={one.email}>
                {one.name}
              </Cell>
              <Cell label="Roles">{roleWords(one.roles)}</Cell>
              <Cell label="Invited by">{one.invitedBy}</Cell>
              <Cell label="Good until" second={daysLeftWords(one.expiresAt, now)}>
                {dayAndTime(one.expiresAt, zone).day}
              </Cell>
              <Cell>
                <Button
                  size="small"
                  aria-label={`Withdraw the invitation of ${one.name}`}
                  onClick={() => setWithdrawing(one)}
                >
                  Withdraw
                </Button>
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
      {withdrawing && <Withdraw invitation={withdrawing} onClose={() => setWithdrawing(undefined)} />}
    </Card>
  )
}

/** Withdraws an invitation. */
function Withdraw({
  invitation: { invitationId, name, email },
  onClose,
}: {
  invitation: Invitation
  onClose: () => void
}) {
  const withdraw = useAct(people.withdraw)
  return (
    <ActDialog
      title={`Withdraw the invitation of ${name}?`}
      size="small"
      onClose={onClose}
      onSend={() =>
        withdraw.mutate(
          { invitationId },
          {
            onSuccess: () => {
              toast({ tone: 'success', words: `The invitation of ${name} was withdrawn.` })
              onClose()
            },
          },
        )
      }
      verb="Withdraw"
      busyLabel="Withdrawing"
      tone="danger"
      busy={withdraw.isPending}
      failure={withdraw.error ?? undefined}
      failedWords="The invitation was not withdrawn."
    >
      <ActWords>The link in the mail to {email} opens nothing any more, and they get a mail that says so.</ActWords>
    </ActDialog>
  )
}

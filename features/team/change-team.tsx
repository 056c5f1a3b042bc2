import { explains, whyNotExplained } from '#features/authorizations/explains.ts'
import { useState } from 'react'
import { people } from '#features/people/contract.ts'
import { stepUpIn } from '#platform/browser/confirm-person.ts'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { ActDialog } from '#platform/ui/overlay/act-dialog.tsx'
import { ConfirmPerson } from '#platform/ui/overlay/confirm-person.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { team } from './contract.ts'
import css from './teams-page.module.css'

type Member = { userId: string; name: string }
type ChangeTeamProps = { supervisor: { id: string; name: string }; onClose: () => void }

/** Says whom a supervisor leads: takes users out of the team, and adds others found by their name. */
export function ChangeTeam({ supervisor, onClose }: ChangeTeamProps) {
  const { data } = useRead(team.members, { userId: supervisor.id })
  const [typed, setTyped] = useState<readonly Member[]>()
  const [search, setSearch] = useState('')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const members = typed ?? data?.members.filter(({ direct }) => direct) ?? []
  const words = search.trim()
  const found = useRead(people.list, { search: words, size: 10 }, { off: words.length < 2, keepPrevious: true })
  const act = useAct(team.setMembers)
  const question = act.error ? stepUpIn(act.error) : undefined
  const others =
    words.length < 2
      ? []
      : (found.data?.content ?? []).filter(
          (one) => one.active && one.id !== supervisor.id && !members.some(({ userId }) => userId === one.id),
        )
  const send = () => {
    setTried(true)
    if (!explains(reason) || !data || act.isPending) return
    act.mutate(
      { supervisorId: supervisor.id, memberIds: members.map(({ userId }) => userId), reason },
      {
        onSuccess: () => {
          toast({ tone: 'success', words: `The team of ${supervisor.name} was changed.` })
          onClose()
        },
      },
    )
  }
  if (question) return <ConfirmPerson question={question} what={team.setMembers.name} onClose={() => act.reset()} />
  return (
    <ActDialog
      title={`Team of ${supervisor.name}`}
      sheet="full"
      onClose={onClose}
      onSend={send}
      verb="Save"
      busyLabel="Saving"
      busy={act.isPending}
      failure={act.error ?? undefined}
      failedWords="Nothing was changed."
    >
      <ul className={css.members} aria-label="In the team">
        {members.map((one) => (
          <li key={one.userId}>
            <span>{one.name}</span>
            <Button
              size="small"
              aria-label={`Remove ${one.name} from the team`}
              onClick={() => setTyped(members.filter(({ userId }) => userId !== one.userId))}
            >
              Remove
            </Button>
          </li>
        ))}
        {members.length === 0 && <li className="soft">Nobody yet.</li>}
      </ul>
      <TextField
        label="Add a user"
        type="search"
        hint="A part of the name, username or e-mail."
        value={search}
        onChange={setSearch}
      />
      {others.length > 0 && (
        <ul className={css.members} aria-label="Users found">
          {others.map((one) => (
            <li key={one.id}>
              <span>
                {one.name} <span className="soft">{one.email}</span>
              </span>
              <Button
                size="small"
                aria-label={`Add ${one.name} to the team`}
                onClick={() => setTyped([...members, { userId: one.id, name: one.name }])}
              >
                Add
              </Button>
            </li>
          ))}
        </ul>
      )}
      <TextField
        label="Reason"
        required
        hint="For the record."
        maxLength={500}
        value={reason}
        onChange={setReason}
        error={tried ? whyNotExplained(reason, 'Enter a reason.') : undefined}
      />
    </ActDialog>
  )
}

import { useState } from 'react'
import { Link } from 'wouter'
import { useQueryClient } from '@tanstack/react-query'
import { paths } from '#features/people/paths.ts'
import { roleName } from '#features/permissions/role-names.ts'
import { ask, asFailed, type CallFailed } from '#platform/browser/call.ts'
import { stepUpIn } from '#platform/browser/confirm-person.ts'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { dayAndTime } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { CopyButton } from '#platform/ui/button/copy-button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconPlus } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { ActDialog, ActWords } from '#platform/ui/overlay/act-dialog.tsx'
import { ConfirmPerson } from '#platform/ui/overlay/confirm-person.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { scim } from './contract.ts'
import css from './directory-page.module.css'

type Found = AnswerOf<typeof scim.tokens>
type Token = Found['tokens'][number]

/** /accounts/admin/directory: the tokens of the carrier's directory and what its groups give. */
export function DirectoryPage() {
  const { person } = useUser()
  const [open, setOpen] = useState<{ act: 'make' } | { act: 'revoke'; token: Token }>()
  const asked = useRead(scim.tokens, {})
  const found = asked.data
  const close = () => setOpen(undefined)
  return (
    <Page canvas>
      <div className={css.page}>
        <div className={css.head}>
          <div>
            <Link href={paths.users}>Users</Link>
            <PageTitle title="Directory" />
          </div>
          <Button tone="primary" icon={iconPlus} onClick={() => setOpen({ act: 'make' })}>
            Make a token
          </Button>
        </div>
        {asked.error && !found ? (
          <NotLoaded title="The tokens could not be loaded" safe="Your directory goes on working." of={asked} />
        ) : (
          <Loading busy={!found} skeleton={<Skeleton width="100%" height={200} />} loaded="Directory loaded.">
            {found && (
              <>
                <Note>
                  <b>SCIM 2.0.</b> Okta, Microsoft Entra ID and others create, change and end users here. The address
                  for them is <code className={css.address}>{found.address}</code>
                </Note>
                {hasEnded(found.tokens) && (
                  <Note tone="amber">
                    <b>Your directory changes nothing here.</b> Its token ended because who made it is no account
                    manager of all programs any more. Make a token and enter it in your directory.
                  </Note>
                )}
                <Tokens
                  of={found.tokens}
                  zone={person.timeZone}
                  onRevoke={(token) => setOpen({ act: 'revoke', token })}
                />
                <Groups of={found.groups} />
              </>
            )}
          </Loading>
        )}
      </div>
      {open?.act === 'make' && <MakeToken onClose={close} />}
      {open?.act === 'revoke' && <RevokeToken token={open.token} onClose={close} />}
    </Page>
  )
}

/** Whether no token is in force, and the last one ended with the right of who made it. */
const hasEnded = (tokens: readonly Token[]): boolean =>
  tokens.every(({ revokedAt, endedAt }) => revokedAt !== null || endedAt !== null) &&
  tokens.some(({ revokedAt, endedAt }) => revokedAt === null && endedAt !== null)

/** 11/23/2026, 5:04 PM */
const stamp = (at: string, zone: string): string => {
  const { day, time } = dayAndTime(at, zone)
  return `${day}, ${time}`
}

type TokensProps = { of: readonly Token[]; zone: string; onRevoke: (token: Token) => void }
function Tokens({ of, zone, onRevoke }: TokensProps) {
  return (
    <Card title="Tokens" flush>
      {of.length === 0 ? (
        <State small kind="empty" title="No token yet">
          Make one and enter it in your directory.
        </State>
      ) : (
        <Table caption="Tokens" tall cards="labels">
          <TableHead>
            <HeadCell>Name</HeadCell>
            <HeadCell>Made</HeadCell>
            <HeadCell>Last used</HeadCell>
            <HeadCell>
              <span className="sr-only">Actions</span>
            </HeadCell>
          </TableHead>
          <TableBody>
            {of.map((token) => (
              <Row key={token.tokenId} faded={token.revokedAt !== null || token.endedAt !== null}>
                <Cell head>{token.name}</Cell>
                <Cell label="Made" second={token.madeBy}>
                  {dayAndTime(token.madeAt, zone).day}
                </Cell>
                <Cell label="Last used">{token.lastUsedAt ? stamp(token.lastUsedAt, zone) : 'Never'}</Cell>
                <Cell>
                  <TokenState of={token} zone={zone} onRevoke={() => onRevoke(token)} />
                </Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      )}
    </Card>
  )
}

type TokenStateProps = { of: Token; zone: string; onRevoke: () => void }
/** What becomes of a token: revoked, ended with the right of who made it, or a button that revokes it. */
function TokenState({ of: { name, madeBy, endedAt, revokedAt, revokedBy }, zone, onRevoke }: TokenStateProps) {
  if (revokedAt !== null)
    return (
      <span className="soft">
        Revoked {dayAndTime(revokedAt, zone).day} by {revokedBy}
      </span>
    )
  if (endedAt !== null)
    return (
      <span className="soft">
        Ended {dayAndTime(endedAt, zone).day}: {madeBy} is no account manager of all programs any more.
      </span>
    )
  return (
    <Button size="small" aria-label={`Revoke ${name}`} onClick={onRevoke}>
      Revoke
    </Button>
  )
}

function Groups({ of }: { of: Found['groups'] }) {
  return (
    <Card title="Groups" flush>
      {of.length === 0 ? (
        <State small kind="empty" title="No groups yet">
          A group with the name of a role, such as RxDocket Adjuster, gives that role to its members.
        </State>
      ) : (
        <Table caption="Groups of the directory" cards="labels">
          <TableHead>
            <HeadCell>Group</HeadCell>
            <HeadCell>Role</HeadCell>
            <HeadCell>Members</HeadCell>
          </TableHead>
          <TableBody>
            {of.map(({ groupId, name, role, members }) => (
              <Row key={groupId}>
                <Cell head>{name}</Cell>
                <Cell label="Role">{role ? roleName([role]) : 'Gives no role'}</Cell>
                <Cell label="Members">{members}</Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      )}
    </Card>
  )
}

/** Makes a token and shows it once. */
function MakeToken({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient()
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<CallFailed>()
  const [token, setToken] = useState<string>()
  const question = failed && stepUpIn(failed)
  const missing = name.trim() === ''
  const send = async () => {
    setTried(true)
    if (missing || busy) return
    setBusy(true)
    setFailed(undefined)
    try {
      // Without a key: the answer is kept nowhere.
      setToken(await (await ask(scim.makeToken, { name }, { key: null })).text())
      void cache.invalidateQueries()
    } catch (error) {
      setFailed(asFailed(error))
    }
    setBusy(false)
  }
  if (question)
    return <ConfirmPerson question={question} what={scim.makeToken.name} onClose={() => setFailed(undefined)} />
  if (token !== undefined)
    return (
      <Dialog title={`Token of ${name.trim()}`} onClose={onClose} footer={<Button onClick={onClose}>Done</Button>}>
        <p>Enter it in your directory now. It is shown once and cannot be read again.</p>
        <p className={css.token}>
          <code>{token}</code> <CopyButton text={token} label="Copy token" done="Token copied." />
        </p>
      </Dialog>
    )
  return (
    <ActDialog
      title="Make a token"
      size="small"
      onClose={onClose}
      onSend={() => void send()}
      verb="Make token"
      busyLabel="Making"
      busy={busy}
      failure={failed}
      failedWords="No token was made."
    >
      <TextField
        label="Name"
        required
        hint="Such as Okta."
        maxLength={60}
        value={name}
        onChange={setName}
        error={tried && missing ? 'Enter a name.' : undefined}
      />
    </ActDialog>
  )
}

/** Ends a token. */
function RevokeToken({ token, onClose }: { token: Token; onClose: () => void }) {
  const revoke = useAct(scim.revokeToken)
  return (
    <ActDialog
      title={`Revoke the token ${token.name}?`}
      size="small"
      onClose={onClose}
      onSend={() =>
        revoke.mutate(
          { tokenId: token.tokenId },
          {
            onSuccess: () => {
              toast({ tone: 'success', words: `The token ${token.name} was revoked.` })
              onClose()
            },
          },
        )
      }
      verb="Revoke"
      busyLabel="Revoking"
      tone="danger"
      busy={revoke.isPending}
      failure={revoke.error ?? undefined}
      failedWords="The token is still in force."
    >
      <ActWords>Your directory changes nothing here until it has another token. Users keep what they may do.</ActWords>
    </ActDialog>
  )
}

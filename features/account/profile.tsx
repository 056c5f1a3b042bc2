import { useEffect, useState } from 'react'
import { confirmOutcome, forgetConfirm } from '#platform/browser/confirm-person.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { rememberLoggedOut } from '#platform/browser/logged-out.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import { iconKey } from '#platform/ui/display/icons.ts'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { Segmented } from '#platform/ui/form/segmented.tsx'
import { setPreferences, usePreferences, type Preferences } from '#platform/browser/preferences.ts'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { Switch } from '#platform/ui/form/switch.tsx'
import { tellTabs } from '#platform/browser/tabs.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { dayAndTime } from '#platform/dates/words.ts'
import { ChangePassword } from './change-password.tsx'
import { account } from './contract.ts'
import css from './profile.module.css'
import { passwordWords } from './rules.ts'
import { Sessions } from './sessions.tsx'

type Me = AnswerOf<typeof account.profile>
type Membership = Me['memberships'][number]

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

/** /accounts/profile: the user's name and rights at each carrier, the password, and display settings. */
export function Profile() {
  const { data: me, error, refetch, isFetching } = useRead(account.profile, {})
  return (
    <Page as="reading" canvas>
      <div className={css.page}>
        <PageTitle title="Profile" />
        {!me && error ? (
          <Card>
            <ErrorState
              title="Your profile could not be loaded"
              safe="Nothing was changed."
              text={error.message}
              supportId={error.supportId}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          </Card>
        ) : (
          <Loading busy={!me} skeleton={<Bars />} loaded="Profile loaded.">
            {me && <Cards me={me} />}
          </Loading>
        )}
        <Appearance />
      </div>
    </Page>
  )
}

function Cards({ me }: { me: Me }) {
  const { carrier } = useUser()
  const last = me.lastLoginAt === null ? undefined : dayAndTime(me.lastLoginAt, me.timeZone)
  return (
    <>
      <Card title="About you">
        <Facts
          className={css.facts}
          of={[
            ['Name', me.name],
            ['E-mail', me.email],
            ['Username', me.username],
            ['Time zone', me.timeZone.replaceAll('_', ' ')],
            ['Last login', last ? `${last.day} at ${last.time} ${last.zone}` : 'This is your first'],
          ]}
        />
      </Card>
      <Card title={me.memberships.length === 1 ? 'Your carrier' : 'Your carriers'}>
        <ul className={css.carriers}>
          {me.memberships.map((one) => (
            <li key={one.masterCarrier.code}>
              <Carrier of={one} current={one.masterCarrier.code === carrier.code && me.memberships.length > 1} />
            </li>
          ))}
        </ul>
      </Card>
      {!me.ssoUser && <Password me={me} />}
      <Sessions timeZone={me.timeZone} />
    </>
  )
}

function Carrier({ of, current }: { of: Membership; current: boolean }) {
  const { person, carrier } = useUser()
  const here = of.masterCarrier.code === carrier.code
  const { data: clears } = useRead(
    account.overridesAll,
    { mc: carrier.code, sc: 'ALL', userId: person.id },
    { off: !here },
  )
  return (
    <>
      <h3>
        {of.masterCarrier.name} {current && <Badge tone="teal">Working here now</Badge>}
      </h3>
      <Facts
        className={css.facts}
        of={[
          [of.roles.length === 1 ? 'Role' : 'Roles', of.roles.join(', ') || 'None'],
          ['Sub-carriers', of.subCarriers?.join(', ') ?? 'All'],
          // Claims staff need none.
          ...(of.licenseStates.length > 0 || of.roles.some((role) => /pharmacist|review|nurse/i.test(role))
            ? ([['License states', of.licenseStates.join(', ') || 'None on file']] as const)
            : []),
          ['Approval limit', of.approvalLimit === null ? 'None' : dollars.format(of.approvalLimit)],
          ...(here && clears
            ? ([['Clears every edit', `${clears.eligible ? 'Yes' : 'No'}. ${clears.reason}`]] as const)
            : []),
        ]}
      />
    </>
  )
}

function Password({ me }: { me: Me }) {
  const [came, setCame] = useState(() => confirmOutcome(account.changePassword.name))
  const [asking, setAsking] = useState(came !== undefined)
  useEffect(forgetConfirm, [])
  const close = () => {
    setAsking(false)
    setCame(undefined)
  }
  const words = passwordWords(me.passwordDaysLeft ?? undefined)
  const leave = () => {
    // The answer cleared the browser's storage; display settings belong to the device.
    setPreferences({})
    tellTabs({ kind: 'signed-out', why: 'password' })
    rememberLoggedOut({ why: 'password' })
    location.replace('/logout')
  }
  return (
    <Card title="Password">
      <div className={css.password}>
        {words && (
          <Note tone="amber" icon={iconKey}>
            <b>{words}</b>
          </Note>
        )}
        {me.canChangePassword ? (
          <>
            <p className="soft">Your password is managed by your sign-in provider. You'll set the new one there.</p>
            <Button icon={iconKey} onClick={() => setAsking(true)} className={css.act}>
              Change Password
            </Button>
          </>
        ) : (
          <p className="soft">Your password is managed by your sign-in provider. Change it there.</p>
        )}
      </div>
      {asking && <ChangePassword came={came} onClose={close} onDone={leave} />}
    </Card>
  )
}

/** Display and sound settings of this device. */
function Appearance() {
  const { theme, density, singleKeys } = usePreferences()
  return (
    <Card title="On this device">
      <div className={css.settings}>
        <div className={css.setting}>
          <span aria-hidden="true">Appearance</span>
          <Segmented<Preferences['theme']>
            label="Appearance"
            value={theme}
            onChange={(value) => setPreferences({ theme: value })}
            options={[
              { value: 'auto', label: 'Auto' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
          />
        </div>
        <div className={css.setting}>
          <span aria-hidden="true">Rows</span>
          <Segmented<Preferences['density']>
            label="Rows"
            value={density}
            onChange={(value) => setPreferences({ density: value })}
            options={[
              { value: 'compact', label: 'Compact' },
              { value: 'default', label: 'Regular' },
              { value: 'comfortable', label: 'Roomy' },
            ]}
          />
        </div>
        <Switch
          label="Single-key shortcuts"
          checked={singleKeys}
          onChange={(on) => setPreferences({ singleKeys: on })}
        />
      </div>
    </Card>
  )
}

function Bars() {
  return (
    <div className={css.page}>
      {[5, 4].map((lines) => (
        <Card key={lines}>
          <div className={css.bars}>
            {Array.from({ length: lines }, (_, line) => (
              <Skeleton key={line} width={[180, 260, 220, 300, 240][line]!} />
            ))}
          </div>
        </Card>
      ))}
    </div>
  )
}

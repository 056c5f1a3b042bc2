import { useState, type CSSProperties } from 'react'
import { ActButton } from '#platform/ui/button/act-button.tsx'
import { Avatar } from '#platform/ui/display/avatar.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Banner } from '#platform/ui/frame/banner.tsx'
import { BulkBar } from '#platform/ui/list/bulk-bar.tsx'
import { Button } from '#platform/ui/button/button.tsx'
import { Dot } from '#platform/ui/display/dot.tsx'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import { Icon } from '#platform/ui/display/icon.tsx'
import { IconButton } from '#platform/ui/button/icon-button.tsx'
import * as icons from '#platform/ui/display/icons.ts'
import { Keys } from '#platform/ui/keys/keys.tsx'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Menu } from '#platform/ui/overlay/menu.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { RefreshBar } from '#platform/ui/list/refresh-bar.tsx'
import { CodeChip } from '#platform/ui/display/code-chip.tsx'
import { RejectChips } from '#features/pages/worklist/reject-chips.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { SupportId } from '#platform/ui/button/support-id.tsx'
import { Tabs, tabPanelProps } from '#platform/ui/list/tabs.tsx'
import { Tile } from '#platform/ui/display/tile.tsx'
import { Timer } from '#platform/ui/display/timer.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { Tooltip } from '#platform/ui/display/tooltip.tsx'
import { setClockOffset, useNow } from '#platform/ui/display/use-now.ts'
import css from './kit.module.css'
import { PreviewDialogs } from './dialogs.tsx'
import { PreviewFrame } from './frame.tsx'
import { Part, none } from './part.tsx'
import { Choices, Fields } from './form.tsx'

const colours = [
  ['primary', 'on-primary'],
  ['primary-subtle', 'primary-text'],
  ['patients', 'on-patients'],
  ['patients-subtle', 'patients-text'],
  ['clinical', 'on-clinical'],
  ['clinical-subtle', 'clinical-text'],
  ['danger', 'on-danger'],
  ['danger-subtle', 'danger-text'],
  ['warning-subtle', 'warning-text'],
  ['team-subtle', 'team-text'],
  ['ink', 'on-ink'],
  ['sunken', 'text-3'],
] as const
const swatch = ([back, front]: readonly [string, string]): CSSProperties => ({
  background: `var(--${back})`,
  color: `var(--${front})`,
})

function Buttons() {
  const [busy, setBusy] = useState(false)
  return (
    <Part title="Buttons">
      <div className={css.row}>
        <Button tone="primary">Primary</Button>
        <Button tone="primary" disabled>
          Disabled
        </Button>
        <Button tone="primary" busy={busy} busyLabel="Sending" onClick={() => setBusy(true)}>
          Send it
        </Button>
        <Button tone="primary" busy busyLabel="Sending">
          Busy
        </Button>
      </div>
      <div className={css.row}>
        <Button>Secondary</Button>
        <Button disabled>Disabled</Button>
        <Button icon={icons.iconAssign} keys={['O']}>
          Assign
        </Button>
        <ActButton whyNot="Update functionality is blocked for user">Not now</ActButton>
      </div>
      <div className={css.row}>
        <Button tone="danger" keys={['Ctrl', 'Enter']}>
          Reject request
        </Button>
        <Button tone="dangerOutline">Reject</Button>
        <Button tone="quiet">Quiet</Button>
        <Button tone="link">Link</Button>
        <LinkButton href="/home" tone="quiet" iconEnd={icons.iconArrowRight}>
          View all
        </LinkButton>
        <IconButton icon={icons.iconPrint} label="Print" keys={['P']} />
        <IconButton icon={icons.iconMore} label="More" disabled />
      </div>
      <div className={css.row}>
        <Button tone="primary" size="large">
          Large 40
        </Button>
        <Button tone="primary">Default 32</Button>
        <Button tone="primary" size="small">
          Small 26
        </Button>
      </div>
      <Button tone="primary" size="large" block keys={['Ctrl', 'Enter']}>
        Approve one fill
      </Button>
    </Part>
  )
}

function Status() {
  return (
    <Part title="Status">
      <div className={css.row}>
        <Badge tone="green" icon={icons.iconCheck}>
          Approved
        </Badge>
        <Badge tone="red" icon={icons.iconClose}>
          Rejected
        </Badge>
        <Badge tone="amber" icon={icons.iconClock}>
          Waiting on prescriber
        </Badge>
        <Badge tone="teal">New</Badge>
        <Badge tone="blue" icon={icons.iconReceipt}>
          Billed
        </Badge>
        <Badge tone="violet">Team</Badge>
        <Badge>Used last</Badge>
      </div>
      <div className={css.row}>
        <Timer tone="over" words="42m overdue" fraction={0} exact="Due 05/13/2025 9:33 AM ET" />
        <Timer tone="soon" words="1h 12m left" fraction={0.12} exact="Due 05/13/2025 11:27 AM ET" />
        <Timer tone="ok" words="1d 4h left" fraction={0.58} exact="Due 05/14/2025 2:15 PM ET" />
        <Timer tone="paused" before="Snoozed until " words="Wed 9:00 AM" fraction={0} exact="05/14/2025 9:00 AM ET" />
      </div>
      <div className={css.row}>
        <Timer pill tone="over" words="42m overdue" fraction={0} exact="Due 05/13/2025 9:33 AM ET" />
        <Timer pill tone="soon" words="1h 12m left" fraction={0.12} exact="Due 05/13/2025 11:27 AM ET" />
        <Timer pill tone="ok" words="1d 4h left" fraction={0.58} exact="Due 05/14/2025 2:15 PM ET" />
      </div>
      <div className={css.row}>
        <RejectChips
          rejects={[
            { code: '75', words: 'Prior authorization required' },
            { code: '76', words: 'Plan limit exceeded' },
            { code: '922', words: 'Opioid dose too high' },
          ]}
        />
        <CodeChip code="922" words="Opioid dose too high" tone="red" beside />
        <Dot tone="green">Delivered</Dot>
        <Dot tone="red">Failed</Dot>
        <Dot tone="amber">Sending</Dot>
        <Keys of={['Ctrl', 'K']} stay />
      </div>
      <div className={css.row}>
        {['Juno Merriweather', 'Barnaby Quill', 'Odette Farthing', 'Thea Larkspur', 'Cosmo Pellington'].map((name) => (
          <Avatar key={name} name={name} />
        ))}
        <Avatar name="Juno Merriweather" size="small" />
        <Avatar name="Juno Merriweather" size="large" />
        <Tile icon={icons.iconWarning} tone="red" size="small" />
        <Tile icon={icons.iconMoon} tone="amber" />
        <Tile icon={icons.iconStethoscope} tone="solidGreen" />
      </div>
      <Facts
        of={[
          ['Amount', '180 tablets for 30 days'],
          ['Prescriber', 'Ansel Pike-Hawthorne, MD'],
          ['Employer', ''],
        ]}
      />
      <div className={css.icons}>
        {Object.entries(icons).map(([name, drawing]) => (
          <Icon key={name} of={drawing} size={20} weight={1.5} />
        ))}
      </div>
    </Part>
  )
}

function Messages() {
  return (
    <Part title="Messages">
      <Note tone="amber">You only have 30 minutes to complete this section</Note>
      <Note tone="red">
        <b>Failed to download data extract.</b> Your choices are kept. <SupportId inline id="19C4-7B02-E8A5" />
      </Note>
      <Note
        tone="green"
        icon={icons.iconFlask}
        act={
          <Button tone="link" size="small">
            Run again
          </Button>
        }
      >
        <b>Trial run: it would pay.</b> $142.60. Clears 75; 922 (120 MME a day). A larger fill will reject again.
      </Note>
      <Note tone="blue">The Terms of Use were updated to version 3.0.</Note>
      <Banner label="Connection" tone="amber">
        You are offline. Nothing can be sent until the connection is back.
      </Banner>
    </Part>
  )
}

function Overlays() {
  return (
    <Part title="Toasts, menu, tooltip, dialogs">
      <div className={css.row}>
        <Button onClick={() => toast({ words: 'Saved.' })}>Plain toast</Button>
        <Button
          onClick={() =>
            toast({ words: 'Snoozed until Wed 9:00 AM.', onUndo: () => toast({ words: 'Snooze taken back.' }) })
          }
        >
          Undo toast
        </Button>
        <Button onClick={() => toast({ words: 'Update functionality is blocked for user', tone: 'error' })}>
          Error toast
        </Button>
      </div>
      <div className={css.row}>
        <Menu
          label="Account menu"
          head={
            <>
              <b>Juno Merriweather</b>
              <span>Kestrel Mutual</span>
            </>
          }
          trigger={(trigger) => (
            <Button {...trigger} icon={icons.iconUser}>
              Open menu
            </Button>
          )}
          items={[
            { label: 'Profile', icon: icons.iconUser, href: '/accounts/profile' },
            { label: 'Out of Office', icon: icons.iconAway, onSelect: none },
            { label: 'Change Master Carrier', icon: icons.iconBuilding, onSelect: none },
            { label: 'Export', icon: icons.iconExport, whyNot: 'You have view-only access', onSelect: none },
            { kind: 'line' },
            { kind: 'appearance' },
            { kind: 'line' },
            { label: 'Log Out', icon: icons.iconLogOut, onSelect: none },
          ]}
        />
        <Tooltip tip="Drug safety conflict" keys={['8']}>
          <Button>Tooltip</Button>
        </Tooltip>
      </div>
      <PreviewDialogs />
    </Part>
  )
}

function Clock() {
  const now = useNow()
  const [state, setState] = useState<'rest' | 'busy'>('rest')
  return (
    <Part title="Clock, loading">
      <div className={css.row}>
        <time dateTime={new Date(now).toISOString()}>{new Date(now).toISOString().slice(11, 16)}</time>
        <Button size="small" onClick={() => setClockOffset(7_200_000)}>
          Server is 2 h ahead
        </Button>
        <Button size="small" onClick={() => setState('busy')}>
          Start loading
        </Button>
        <Button size="small" onClick={() => setState('rest')}>
          Finish loading
        </Button>
      </div>
      <Loading busy={state === 'busy'} loaded="7 requests loaded." skeleton={<Skeleton width={148} />}>
        <p>The content.</p>
      </Loading>
    </Part>
  )
}

function Structure() {
  const [selected, setSelected] = useState(3)
  return (
    <Part title="Tabs, bulk bar, skeleton">
      <Tabs
        label="Saved views"
        panelId="views"
        current="/authorizations"
        tabs={[
          { href: '/authorizations', label: 'My pending', count: 38 },
          { href: '/authorizations?view=escalated', label: 'Escalated', count: 7, tone: 'red' },
          { href: '/authorizations?view=completed', label: 'Completed' },
        ]}
      />
      <div {...tabPanelProps('views')}>
        <p className="soft">The panel of the chosen tab.</p>
      </div>
      <BulkBar count={selected} things="requests" onClear={() => setSelected(0)}>
        <Button size="small" icon={icons.iconAssign} keys={['O']}>
          Assign
        </Button>
      </BulkBar>
      <div style={{ position: 'relative' }}>
        <RefreshBar busy />
        <Loading
          busy
          skeleton={
            <div className={css.row}>
              <Skeleton width={74} /> <Skeleton width={148} /> <Skeleton width={27} height={18} />
            </div>
          }
        >
          Loaded
        </Loading>
      </div>
    </Part>
  )
}

function Kit() {
  return (
    <PreviewFrame>
      <Page>
        <PageTitle title="Components" quiet />
        <div className={css.sheet}>
          <Part title="Colour">
            <div className={css.swatches}>
              {colours.map((pair) => (
                <span key={pair[0]} className={css.swatch} style={swatch(pair)}>
                  <b>Aa</b>
                  {pair[0]}
                </span>
              ))}
            </div>
          </Part>
          <Buttons />
          <Status />
          <Fields />
          <Messages />
          <Choices />
          <Overlays />
          <Structure />
          <Clock />
        </div>
      </Page>
    </PreviewFrame>
  )
}

function States() {
  return (
    <PreviewFrame>
      <Page>
        <PageTitle title="States" quiet />
        <State
          kind="noMatch"
          title="No requests match these filters"
          acts={
            <>
              <Button tone="primary">Clear all filters</Button>
              <Button>Remove “Reject is 88”, shows 2</Button>
            </>
          }
        >
          You have 38 pending requests, but none of them is a mail order request from Nevada with reject 88.
        </State>
        <State kind="allDone" title="Nothing is escalated">
          Every escalated request has a decision. The next one due is in 1 day 4 hours.
        </State>
        <State kind="empty" title="No recent patients">
          Patients you open appear here. Search for one above.
        </State>
        <State kind="noPermission" title="You can look, not change">
          Your role is read only. To decide this request, ask the case owner or your supervisor.
        </State>
        <ErrorState
          title="We could not load your requests"
          safe="The authorization service did not answer. Your filters were saved, and no decision was lost."
          text="Please try again or contact an RxDocket representative for assistance."
          supportId="19C4-7B02-E8A5"
          onRetry={none}
        />
        <ErrorState
          small
          title="We could not load past decisions"
          safe="The decision form still works."
          onRetry={none}
        />
      </Page>
    </PreviewFrame>
  )
}

export const kitViews = { kit: Kit, states: States }

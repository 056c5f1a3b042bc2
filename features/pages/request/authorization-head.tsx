import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { Link } from 'wouter'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Button } from '#platform/ui/button/button.tsx'
import { usDate } from '#platform/dates/day.ts'
import { cx } from '#platform/ui/cx.ts'
import { IconButton } from '#platform/ui/button/icon-button.tsx'
import {
  iconArrowLeft,
  iconCheck,
  iconClose,
  iconInbox,
  iconInfo,
  iconMore,
  iconPrint,
  iconSiren,
} from '#platform/ui/display/icons.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Menu, type MenuItem } from '#platform/ui/overlay/menu.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { Timer } from '#platform/ui/display/timer.tsx'
import { patientAddress } from '#features/claims/patient-address.ts'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import css from './authorization.module.css'
import { bothTimes } from '../timers.ts'
import { isComplete, isGranted, isRejected, status } from '#features/authorizations/statuses.ts'
import { brandMark } from '#features/authorizations/in-words.ts'
import { StepButtons } from '#platform/ui/button/step-buttons.tsx'

/** A button at the right of the head, with its key. */
export type HeadAct = { label: string; icon: string; keys: readonly string[]; onPress: () => void }

/** What the head shows while the request is loading and after. */
export type HeadOfEvery = {
  zone: string
  now: number
  /** Address of the list. */
  back: string
  /** Position of the request in its list, from 1; 0 without a list. */
  position: number
  total: number
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  /** Phones show the claimant and below the drug; wide screens the drug and the claimant. */
  narrow: boolean
}

type AuthorizationHeadProps = HeadOfEvery & {
  /** Undefined while it is loading. */
  detail: AuthDetail | undefined
  /** Shown instead of the request when it is not available. */
  title?: string
  acts: readonly HeadAct[]
  more: readonly MenuItem[]
}

// The head of a loaded request replaces its placeholder and takes over its focus.
let titleHadFocus = false

function useHandedOnFocus() {
  const head = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const title = head.current?.querySelector('h1')
    if (titleHadFocus) title?.focus({ preventScroll: true })
    titleHadFocus = false
    return () => {
      titleHadFocus = title !== null && title === document.activeElement
    }
  }, [])
  return head
}

/** Claimant, drug and time left: always visible. */
export function AuthorizationHead(props: AuthorizationHeadProps) {
  const { detail, title, zone, now, back, position, total, onPrevious, onNext, acts, more, narrow } = props
  const box = useHandedOnFocus()
  const name = detail && `${detail.claimantFirstName} ${detail.claimantLastName}`
  return (
    <div ref={box} className={cx(css.head, 'scrolls-away')}>
      {detail && !narrow && <SkipToDecision />}
      <LinkButton href={back} tone="quiet" icon={iconArrowLeft} className={css.back} aria-label="Back to requests">
        <span className={css.onWide}>Requests</span>
      </LinkButton>
      {position > 0 && (
        <>
          <span className={cx(css.place, css.onWide)}>
            {position} of {total}
          </span>
          <span className={cx(css.walk, css.onWide)}>
            <StepButtons of="request" onPrevious={onPrevious} onNext={onNext} />
          </span>
        </>
      )}
      <div className={css.who}>
        <PageTitle
          title={detail ? `Authorization ${detail.referenceNumber}` : (title ?? 'Authorization')}
          className={css.title ?? ''}
        >
          {detail ? (
            <>
              {narrow ? (
                <>
                  <b>
                    <PatientLink detail={detail}>{name}</PatientLink>
                  </b>{' '}
                  <span className={css.for}>
                    {detail.drugName} {detail.strength}
                    {brandMark(detail.genericOrbrand)}
                  </span>
                </>
              ) : (
                <>
                  <b>
                    {detail.drugName} {detail.strength}
                    {brandMark(detail.genericOrbrand)}
                  </b>{' '}
                  <span className={css.for}>
                    for <PatientLink detail={detail}>{name}</PatientLink>
                  </span>
                </>
              )}
              <span className="sr-only"> authorization {detail.referenceNumber}</span>
            </>
          ) : (
            (title ?? (
              <>
                <span className="sr-only">Authorization, loading</span>
                <Skeleton width={220} />
              </>
            ))
          )}
        </PageTitle>
        {detail ? (
          <Identity detail={detail} narrow={narrow} />
        ) : (
          title === undefined && <Skeleton width={300} height={8} />
        )}
      </div>
      {detail && <Flags detail={detail} zone={zone} now={now} />}
      {detail && (
        <div className={cx(css.acts, css.onWide)}>
          {acts.map((act) => (
            <Button key={act.label} icon={act.icon} keys={act.keys} title={act.label} onClick={act.onPress}>
              <span className={css.actWords}>{act.label}</span>
            </Button>
          ))}
          <IconButton icon={iconPrint} label="Print" onClick={() => print()} />
          <Menu
            label="More actions"
            items={more}
            placement={{ align: 'end' }}
            trigger={(trigger) => <IconButton {...trigger} icon={iconMore} label="More actions" plain />}
          />
        </div>
      )}
    </div>
  )
}

/** The second stop of the Tab key: past the evidence. Phones have the form as a sheet. */
const SkipToDecision = () => (
  <a
    className="skip-link screen-only"
    href="#decision"
    onClick={(event) => {
      event.preventDefault()
      document.getElementById('decision')?.focus()
    }}
  >
    Skip to decision
  </a>
)

/** The claimant's name, leading to their profile. */
export function PatientLink({ detail, children }: { detail: AuthDetail; children: ReactNode }) {
  const { masterCarrier, subCarrier, stratusClaimId } = detail
  return <Link href={patientAddress({ masterCarrier, subCarrier, claimId: stratusClaimId })}>{children}</Link>
}

function Identity({ detail, narrow }: { detail: AuthDetail; narrow: boolean }) {
  return (
    <div className={css.identity} role="list" aria-label="Patient and claim">
      <span role="listitem">
        <i>Born</i> {usDate(detail.dateOfBirth)}
      </span>
      <span role="listitem">
        {!narrow && <i>Claim </i>}
        {detail.claimNumber}
      </span>
      <span role="listitem">
        {!narrow && <i>Carrier </i>}
        {detail.masterCarrier}/{detail.subCarrier}
      </span>
      <span role="listitem">
        {!narrow && <i>State </i>}
        {detail.jurisState}
      </span>
      <span role="listitem">
        <i>Injured</i> {usDate(detail.dateOfInjury)}
      </span>
    </div>
  )
}

function Flags({ detail, zone, now }: { detail: AuthDetail; zone: string; now: number }) {
  const id = detail.authorizationStatusId
  return (
    <span className={css.flags}>
      {isComplete(id) ? (
        <Badge
          tone={isGranted(id) ? 'green' : isRejected(id) ? 'red' : 'neutral'}
          icon={isGranted(id) ? iconCheck : isRejected(id) ? iconClose : iconInfo}
        >
          {detail.authorizationStatus}
        </Badge>
      ) : (
        <>
          <Timer pill {...bothTimes(detail, now, zone)} />
          {detail.escalated && (
            <Badge tone="red" icon={iconSiren}>
              Escalated, level {detail.escalationLevel}
            </Badge>
          )}
          {id !== status.PENDING && <Badge tone="blue">{detail.authorizationStatus}</Badge>}
          {detail.lomn.some((letter) => letter.status === 'RECEIVED') && (
            <Badge tone="blue" icon={iconInbox}>
              Letter arrived
            </Badge>
          )}
          {detail.reconsiderationLevel > 0 && <Badge tone="violet">Level {detail.reconsiderationLevel}</Badge>}
        </>
      )}
    </span>
  )
}

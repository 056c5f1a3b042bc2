import { useEffect, useState } from 'react'
import { ask, CallFailed } from '#platform/browser/call.ts'
import { brand, phoneHref } from '#platform/brand.ts'
import { contacts } from '#reference/legal/contacts.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import type { LegalPanel as Kind } from '#platform/ui/frame/legal-links.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Panel } from '#platform/ui/overlay/panel.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { plainDay } from '#reference/legal/versions.ts'
import { session } from './contract.ts'
import css from './legal-panel.module.css'
import { LegalText, Linked } from './legal-text.tsx'

type LegalPanelProps = {
  kind: Kind
  onClose: () => void
  /** Shows another one; the Privacy Notice and the Terms of Use link to each other. */
  onOpen: (kind: Kind) => void
  /** The support line of the user's carrier, when it has its own. */
  support?: { carrier: string; phone: string } | undefined
}

/** Terms of Use, Privacy Notice or Contact Us, sliding in over the page. */
export function LegalPanel(props: LegalPanelProps) {
  return props.kind === 'contact' ? <Contact {...props} /> : <Document key={props.kind} {...props} />
}

function Document({ kind, onClose, onOpen }: LegalPanelProps) {
  const [text, setText] = useState<AnswerOf<typeof session.legal>>()
  const [failed, setFailed] = useState<CallFailed>()
  const [attempt, setAttempt] = useState(0)
  /** The current version unless an earlier one was requested. */
  const [version, setVersion] = useState<string>()
  useEffect(() => {
    const controller = new AbortController()
    const input = { kind: kind === 'terms' ? ('tou' as const) : ('privacy' as const), ...(version && { version }) }
    ask(session.legal, input, { signal: controller.signal }).then(setText, (error: unknown) => {
      if (error instanceof CallFailed) setFailed(error)
    })
    return () => controller.abort()
  }, [kind, version, attempt])
  const isPrivacy = kind === 'privacy'
  const dated = text?.revised ? `, last ${isPrivacy ? 'updated' : 'revised'} ${plainDay(text.revised)}` : ''
  const show = (next: string | undefined) => {
    setText(undefined)
    setVersion(next)
  }
  const retry = () => {
    setFailed(undefined)
    setAttempt(attempt + 1)
  }
  return (
    <Panel
      title={isPrivacy ? 'Privacy Notice' : 'Terms of Use'}
      sub={text && `Version ${text.version}${dated}`}
      onClose={onClose}
      reads
      footer={
        <>
          <Button tone="link" onClick={() => onOpen(isPrivacy ? 'terms' : 'privacy')}>
            Open {isPrivacy ? 'Terms of Use' : 'Privacy Notice'}
          </Button>
          <span className="grow" />
          <Button size="large" onClick={() => print()}>
            Print
          </Button>
          <Button size="large" tone="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {failed ? (
        <ErrorState
          title="This text could not be loaded"
          safe="Nothing you entered is lost."
          text={failed.message}
          supportId={failed.supportId}
          onRetry={retry}
        />
      ) : (
        <Loading busy={!text} skeleton={<Bars />}>
          {text && <LegalText text={text} onVersion={show} />}
        </Loading>
      )}
    </Panel>
  )
}

function Bars() {
  return (
    <div className={css.prose}>
      {[220, 480, 440, 300, 500, 460].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  )
}

function Contact({ onClose, onOpen, support }: LegalPanelProps) {
  return (
    <Panel
      title="Contact Us"
      onClose={onClose}
      reads
      footer={
        <>
          <Button tone="link" onClick={() => onOpen('privacy')}>
            Open Privacy Notice
          </Button>
          <span className="grow" />
          <Button size="large" tone="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className={css.contacts}>
        {support && support.phone !== brand.supportPhone && (
          <section>
            <h3>Support for {support.carrier}</h3>
            <p>
              <a href={phoneHref(support.phone)}>{support.phone}</a>
            </p>
          </section>
        )}
        <section>
          <h3>Support</h3>
          <p>
            <a href={phoneHref(brand.supportPhone)}>{brand.supportPhone}</a>, {brand.supportHours}
          </p>
        </section>
        {contacts.map(({ title, lines, phone }) => (
          <section key={title}>
            <h3>{title}</h3>
            {lines.map((line) => (
              <p key={line}>
                <Linked text={line} />
              </p>
            ))}
            <p>
              <a href={phoneHref(phone)}>{phone}</a>
            </p>
          </section>
        ))}
      </div>
    </Panel>
  )
}

import { useEffect, useId, useState } from 'react'
import { ask, CallFailed } from '#platform/ask.ts'
import { brand, phoneHref } from '#platform/brand.ts'
import type { AnswerOf } from '#platform/contract.ts'
import { Button } from '#platform/ui/button.tsx'
import { ErrorState } from '#platform/ui/error-state.tsx'
import type { LegalPanel as Kind } from '#platform/ui/legal-links.tsx'
import { Loading } from '#platform/ui/loading.tsx'
import { Panel } from '#platform/ui/panel.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { session } from './contract.ts'
import css from './legal-panel.module.css'

type Text = AnswerOf<typeof session.legal>

/** '2025-04-22' as the texts write their dates: 4/22/2025. */
const plainDate = (day: string): string => day.replace(/^(\d{4})-0?(\d+)-0?(\d+)$/, '$2/$3/$1')

export type LegalPanelProps = {
  kind: Kind
  onClose: () => void
  /** Shows another of them; the Privacy Notice leads to the Terms of Use. */
  onOpen: (kind: Kind) => void
}

/** Terms of Use, Privacy Notice or Contact Us, sliding in over the page. */
export function LegalPanel({ kind, onClose, onOpen }: LegalPanelProps) {
  return kind === 'contact' ? (
    <Contact onClose={onClose} />
  ) : (
    <Document key={kind} kind={kind} onClose={onClose} onOpen={onOpen} />
  )
}

function Document({ kind, onClose, onOpen }: LegalPanelProps) {
  const [text, setText] = useState<Text>()
  const [failed, setFailed] = useState<CallFailed>()
  const [attempt, setAttempt] = useState(0)
  const id = useId()
  useEffect(() => {
    const controller = new AbortController()
    ask(session.legal, { kind: kind === 'terms' ? 'tou' : 'privacy' }, { signal: controller.signal }).then(
      setText,
      (error: unknown) => {
        if (error instanceof CallFailed) setFailed(error)
      },
    )
    return () => controller.abort()
  }, [kind, attempt])
  const privacy = kind === 'privacy'
  const dated = text?.revised ? ` · last ${privacy ? 'updated' : 'revised'} ${plainDate(text.revised)}` : ''
  const retry = () => {
    setFailed(undefined)
    setAttempt(attempt + 1)
  }
  return (
    <Panel
      title={privacy ? 'Privacy Notice' : 'Terms of Use'}
      sub={text && `Version ${text.version}${dated}`}
      onClose={onClose}
      footer={
        <>
          {privacy && (
            <Button tone="quiet" onClick={() => onOpen('terms')}>
              Terms of Use
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
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
          <div className={css.text}>
            {privacy && (
              <nav aria-label="Contents">
                <ul>
                  {text?.sections.map((section, index) => (
                    <li key={section.heading}>
                      <a href={`#${id}${index}`} onClick={(event) => jump(event, `${id}${index}`)}>
                        {section.heading}
                      </a>
                    </li>
                  ))}
                </ul>
              </nav>
            )}
            {text?.sections.map((section, index) => (
              <section key={section.heading}>
                <h3 id={`${id}${index}`} tabIndex={-1}>
                  {section.heading}
                </h3>
                {section.paragraphs.map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </section>
            ))}
          </div>
        </Loading>
      )}
    </Panel>
  )
}

// The address holds the state of the page below; a fragment would be one more history entry.
function jump(event: { preventDefault: () => void }, id: string) {
  event.preventDefault()
  const heading = document.getElementById(id)
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}

function Bars() {
  return (
    <div className={css.text}>
      {[220, 480, 440, 300, 500, 460].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  )
}

function Contact({ onClose }: { onClose: () => void }) {
  return (
    <Panel title="Contact Us" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <div className={css.text}>
        <section>
          <h3>Support</h3>
          <p>
            <a href={phoneHref(brand.supportPhone)}>{brand.supportPhone}</a>, {brand.supportHours}
          </p>
        </section>
        {brand.contacts.map(({ title, lines, phone }) => (
          <section key={title}>
            <h3>{title}</h3>
            {lines.map((line) => (
              <p key={line}>{line.includes('@') ? <a href={`mailto:${line}`}>{line}</a> : line}</p>
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

import { useEffect, useId, useRef, useState } from 'react'
import { phoneHref } from '#platform/brand.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { plainDay } from '#reference/legal/versions.ts'
import type { session } from './contract.ts'
import css from './legal-panel.module.css'

type Text = AnswerOf<typeof session.legal>

type LegalTextProps = {
  text: Text
  /** Shows another version of it. */
  onVersion: (version: string) => void
}

/** A legal text with its table of contents; the entry of the current section is marked. */
export function LegalText({ text, onVersion }: LegalTextProps) {
  const id = useId()
  const prose = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  useEffect(() => {
    const scroller = prose.current?.parentElement?.parentElement
    const headings = [...prose.current!.querySelectorAll('h3[id]')]
    if (!scroller) return
    const onScroll = () => {
      const line = scroller.getBoundingClientRect().top + 40
      const passed = headings.filter((heading) => heading.getBoundingClientRect().top <= line).length
      const atEnd = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2
      setCurrent(atEnd && scroller.scrollTop > 0 ? headings.length - 1 : Math.max(0, passed - 1))
    }
    scroller.addEventListener('scroll', onScroll, { passive: true })
    return () => scroller.removeEventListener('scroll', onScroll)
  }, [text])
  return (
    <div className={css.text}>
      <nav className={css.toc} aria-labelledby={`${id}toc`}>
        <b id={`${id}toc`}>On this page</b>
        <ol>
          {text.sections.map(({ heading }, index) => (
            <li key={heading}>
              <a
                href={`#${id}${index}`}
                aria-current={index === current ? 'true' : undefined}
                onClick={(event) => {
                  jump(event, `${id}${index}`)
                  setCurrent(index)
                }}
              >
                {heading}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={css.prose} ref={prose}>
        {text.inShort.length > 0 && (
          <section>
            <h3>In short</h3>
            <Points of={text.inShort} />
          </section>
        )}
        {text.sections.map(({ heading, paragraphs, points }, index) => (
          <section key={heading}>
            <h3 id={`${id}${index}`} tabIndex={-1}>
              {heading}
            </h3>
            {paragraphs.slice(0, 1).map((paragraph) => (
              <p key={paragraph}>
                <Linked text={paragraph} />
              </p>
            ))}
            {points && <Points of={points} />}
            {paragraphs.slice(1).map((paragraph) => (
              <p key={paragraph}>
                <Linked text={paragraph} />
              </p>
            ))}
          </section>
        ))}
        {text.otherVersions.length > 0 && (
          <section className={css.versions}>
            <h3>Other versions</h3>
            <ul>
              {text.otherVersions.map(({ version, revised }) => (
                <li key={version}>
                  <Button tone="link" onClick={() => onVersion(version)}>
                    Version {version}
                    {revised && ` of ${plainDay(revised)}`}
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </div>
  )
}

function Points({ of }: { of: readonly string[] }) {
  return (
    <ul className={css.points}>
      {of.map((point) => (
        <li key={point}>
          <Linked text={point} />
        </li>
      ))}
    </ul>
  )
}

// The address holds the state of the page below; a fragment would be one more history entry.
function jump(event: { preventDefault: () => void }, id: string) {
  event.preventDefault()
  const heading = document.getElementById(id)
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}

const reach = /(https:\/\/[\w./?=&%-]*[\w/]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b\d{3}-\d{3}-\d{4}\b)/

/** Text whose web addresses, e-mail addresses and phone numbers are links. */
export function Linked({ text }: { text: string }) {
  return text.split(reach).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a key={index} href={part.includes('@') ? `mailto:${part}` : part.startsWith('https:') ? part : phoneHref(part)}>
        {part}
      </a>
    ),
  )
}

import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { keepBeside } from '#platform/ui/display/place-beside.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { evidence } from '#features/evidence/contract.ts'
import { Icon } from '#platform/ui/display/icon.tsx'
import { iconInfo } from '#platform/ui/display/icons.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { paths } from '../paths.ts'
import css from './explain.module.css'
import { glossary, whoClears } from '#features/reject-codes/glossary.ts'

type ExplainProps = {
  /** The word or code: it names the button. */
  of: string
  children: ReactNode
  /** The first on its page: the key I opens it. */
  first?: boolean
}

/** The small "i" beside a word: a press says what it means, in place. Esc and a press elsewhere close it. */
function Explain({ of, children, first = false }: ExplainProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLSpanElement>(null)
  useLayoutEffect(
    () =>
      open && box.current && button.current
        ? keepBeside(box.current, button.current, { side: 'below', align: 'start' })
        : undefined,
    [open],
  )
  useKeys({
    ...(open && { Escape: () => box.current?.hidePopover() }),
    ...(first && {
      i: () => {
        button.current?.focus()
        box.current?.togglePopover()
      },
    }),
  })
  return (
    <>
      <button
        ref={button}
        type="button"
        className={css.button}
        aria-label={`What is ${of}?`}
        aria-expanded={open}
        popoverTarget={id}
      >
        <Icon of={iconInfo} size={14} />
      </button>
      <span
        ref={box}
        id={id}
        popover="auto"
        role="note"
        className={css.box}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        <b>{of}</b>
        {children}
        <Link href={paths.help}>All codes and terms</Link>
      </span>
    </>
  )
}

/** What a term of the glossary means, and what it is on this request. */
export function ExplainTerm({ term, own }: { term: string; own?: string | undefined }) {
  return (
    <Explain of={term}>
      <span>{glossary.find((one) => one.term === term)?.means}</span>
      {own && <span className={css.own}>{own}</span>}
    </Explain>
  )
}

type ExplainCodeProps = {
  authorizationId: string
  code: string
  message: string
  words: string
  fixHint: string
  overridableBy: string
  first: boolean
}

/** What a reject code means: what the pharmacy may do, who may override it, and the rule that found it with its source. */
export function ExplainCode({
  authorizationId,
  code,
  message,
  words,
  fixHint,
  overridableBy,
  first,
}: ExplainCodeProps) {
  const { data } = useRead(evidence.of, { authorizationId })
  const rule = data?.rules.find((one) => one.code === code && one.message === message)
  return (
    <Explain of={`${code}, ${words}`} first={first}>
      <span>{fixHint}</span>
      {whoClears[overridableBy] && <span className={css.own}>{whoClears[overridableBy]}</span>}
      {rule && rule.says !== '' && (
        <span>
          Rule {rule.rule}: {rule.says} Source: {rule.source === 'Plan rule' ? 'a rule of the plan' : rule.source}.
        </span>
      )}
    </Explain>
  )
}

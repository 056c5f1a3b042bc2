import { documents } from '#features/documents/contract.ts'
import { Suspense, useState } from 'react'
import { lazyPart } from '#platform/browser/load-part.ts'
import { ask, CallFailed } from '#platform/browser/call.ts'
import { Badge, type Tone } from '#platform/ui/display/badge.tsx'
import { Button } from '#platform/ui/button/button.tsx'
import { usDate } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { Card } from '#platform/ui/display/card.tsx'
import {
  iconAlert,
  iconCheck,
  iconClose,
  iconExport,
  iconFile,
  iconInbox,
  iconShow,
  iconUndo,
} from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { useAct } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { letters } from './contract.ts'
import { answerable, cancellable } from './machine.ts'
import { faxWords } from '#platform/text/phone-words.ts'
import type { Doc, Lomn } from '#features/authorizations/letter-shape.ts'
import { letterTemplate } from '#reference/letter-templates.ts'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { permitted } from '#features/permissions/rules.ts'
import { When } from '#platform/ui/display/when.tsx'
import { isOpen } from '#features/authorizations/statuses.ts'
import css from './letters.module.css'
import { asDataUrl } from '#features/documents/data-url.ts'
import { saveFile } from '#platform/browser/save-file.ts'

// Loaded when first opened.
const EnterLetter = lazyPart(() => import('./enter-letter.tsx').then((it) => it.EnterLetter))

export type LettersCardProps = { detail: AuthDetail; zone: string; now: number }

/** The letters of an authorization and their answers. */
export function LettersCard({ detail, zone, now }: LettersCardProps) {
  return (
    <Card title={detail.lomn.length === 1 ? 'Letter of medical necessity' : 'Letters of medical necessity'}>
      <ul className={css.letters}>
        {detail.lomn.map((letter) => (
          <li key={letter.lomnId}>
            <OneLetter {...{ detail, letter, zone, now }} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

const tones: Readonly<Record<string, { tone: Tone; icon?: string }>> = {
  DELIVERED: { tone: 'teal' },
  FAILED: { tone: 'red', icon: iconAlert },
  RECEIVED: { tone: 'blue', icon: iconInbox },
  REVIEWED: { tone: 'green', icon: iconCheck },
  EXPIRED: { tone: 'amber' },
}

/** How and where it was sent. */
function sentWords({ channel, to }: Pick<Lomn, 'channel' | 'to'>): string {
  const [first = ''] = to
  if (channel === 'PRINT') return 'Printed and mailed or faxed by you'
  return channel === 'FAX' ? `By fax to ${faxWords(first)}` : `By e-mail to ${to.join(', ')}`
}

function OneLetter({ detail, letter, zone, now }: LettersCardProps & { letter: Lomn }) {
  const { person } = useUser()
  const review = useAct(letters.review)
  const cancel = useAct(letters.cancel)
  const [entering, setEntering] = useState(false)
  const update = permitted(person, 'P3')
  const look = tones[letter.status] ?? { tone: 'neutral' as const }
  // Newest first: a document received before the answer was returned is the incomplete one.
  const came = letter.documents.filter(({ typeId }) => typeId === 1).toReversed()
  const wordsOf = ({ typeId, receivedAt }: Doc): string =>
    typeId !== 1
      ? 'What was sent'
      : letter.returnedAt !== null && receivedAt <= letter.returnedAt
        ? 'Open the incomplete answer'
        : 'Open the letter'
  const failed = (error: CallFailed) => toast({ tone: 'error', words: 'Nothing was changed.', detail: error.message })
  const read = (supports: boolean) =>
    review.mutate(
      { lomnId: letter.lomnId, supports },
      {
        onSuccess: () =>
          toast({ words: supports ? 'Reviewed: supports the drug.' : 'Reviewed: does not support the drug.' }),
        onError: failed,
      },
    )
  const may = update && isOpen(detail.authorizationStatusId)
  const mayCancel = may && (cancellable as readonly number[]).includes(letter.statusId)
  const mayEnter = permitted(person, 'P8') && (answerable as readonly number[]).includes(letter.statusId)
  const steps: readonly (readonly [string, string | null])[] = [
    [`Asked by ${letter.requestedBy}`, letter.requestedAt],
    ['Sent', letter.sentAt],
    ['Delivered', letter.deliveredAt],
    ['Opened by the prescriber', letter.openedAt],
    ['Incomplete, returned', letter.returnedAt],
    [
      `${letter.answeredBy ? `Answered by ${letter.answeredBy}` : 'Letter arrived'}${letter.signedOn ? `, signed on ${usDate(letter.signedOn)}` : ''}`,
      letter.receivedAt,
    ],
    [`Read by ${letter.reviewedBy ?? 'somebody'}`, letter.reviewedAt],
    [letter.statusLabel, letter.closedAt],
  ]
  return (
    <article className={css.letter} aria-label={`Letter ${letter.referenceNumber}`}>
      <header className={css.letterHead}>
        <b>{letter.prescriber}</b>
        <Badge tone={look.tone} {...(look.icon && { icon: look.icon })}>
          {letter.statusLabel}
        </Badge>
        {letter.supports !== null && (
          <Badge tone={letter.supports ? 'green' : 'red'} icon={letter.supports ? iconCheck : iconClose}>
            {letter.supports ? 'Supports the drug' : 'Does not support the drug'}
          </Badge>
        )}
        <span className={css.meta}>
          {letter.referenceNumber} · {letterTemplate(letter.template).name.toLowerCase()} · {sentWords(letter)}
        </span>
      </header>
      {letter.status === 'FAILED' && (
        <Note tone="red">
          <b>It could not be delivered.</b> {letter.lastError} Ask again another way, or call the prescriber.
        </Note>
      )}
      {letter.status === 'QUEUED' && letter.attempts > 0 && (
        <Note tone="amber">
          <b>Try {letter.attempts} did not go through.</b> {letter.lastError} It will be retried automatically.
        </Note>
      )}
      {letter.returnedAt !== null && letter.receivedAt === null && (
        <Note tone="amber">
          <b>An incomplete answer was returned.</b> Missing: {letter.missing.join('; ')}.
        </Note>
      )}
      <ol className={css.steps}>
        {steps.map(([words, at]) =>
          at === null ? null : (
            <li key={words}>
              {words} <When at={at} zone={zone} now={now} />
            </li>
          ),
        )}
        {(letter.status === 'SENT' || letter.status === 'DELIVERED') && (
          <li>Answer due by {usDate(letter.answerBy)}</li>
        )}
      </ol>
      {letter.answers.length > 0 && (
        <details className={css.answers} open={letter.status === 'RECEIVED'}>
          <summary>What {letter.answeredBy ?? 'the prescriber'} typed</summary>
          <dl>
            {letter.answers.map(({ question, answer }) => (
              <div key={question}>
                <dt>{question}</dt>
                <dd>{answer || <span className="muted">Not answered</span>}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      <ul className={css.documents}>
        {[...came, ...letter.documents.filter(({ typeId }) => typeId !== 1)].map((document) => (
          <li key={document.documentId}>
            <Document document={document} words={wordsOf(document)} />
          </li>
        ))}
      </ul>
      {(letter.status === 'RECEIVED' && may) || mayCancel || mayEnter ? (
        <div className={css.acts}>
          {letter.status === 'RECEIVED' && may && (
            <>
              <Button icon={iconCheck} busy={review.isPending} busyLabel="Saving" onClick={() => read(true)}>
                It supports the drug
              </Button>
              <Button icon={iconClose} disabled={review.isPending} onClick={() => read(false)}>
                It does not
              </Button>
            </>
          )}
          {mayEnter && (
            <Button icon={iconInbox} onClick={() => setEntering(true)}>
              Enter the letter
            </Button>
          )}
          {mayCancel && (
            <Button
              icon={iconUndo}
              busy={cancel.isPending}
              busyLabel="Canceling"
              onClick={() =>
                cancel.mutate(
                  { lomnId: letter.lomnId },
                  { onSuccess: () => toast({ words: 'The letter request was canceled.' }), onError: failed },
                )
              }
            >
              Cancel request
            </Button>
          )}
        </div>
      ) : null}
      {entering && (
        <Suspense fallback={null}>
          <EnterLetter letter={letter} today={dateIn(now, zone)} onClose={() => setEntering(false)} />
        </Suspense>
      )}
    </article>
  )
}

const isPicture = (mime: string): boolean => mime === 'image/png' || mime === 'image/jpeg'
const sizeWords = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`

/** A document: images are shown, all others are downloaded. */
function Document({ document, words }: { document: Doc; words: string }) {
  const [busy, setBusy] = useState(false)
  const [shown, setShown] = useState<string>()
  const open = async () => {
    if (shown !== undefined) return setShown(undefined)
    setBusy(true)
    try {
      const file = await ask(documents.file, { id: document.documentId, x: document.typeId })
      if (isPicture(document.mime)) setShown(await asDataUrl(file))
      else saveFile(file, document.fileName)
    } catch (error) {
      toast({
        tone: 'error',
        words: `${document.fileName} could not be opened.`,
        detail: error instanceof CallFailed ? error.message : 'Please try again.',
      })
    } finally {
      setBusy(false)
    }
  }
  const picture = isPicture(document.mime)
  return (
    <>
      <Button
        size="small"
        icon={picture ? iconShow : document.typeId === 1 ? iconExport : iconFile}
        busy={busy}
        busyLabel="Opening"
        aria-expanded={picture ? shown !== undefined : undefined}
        onClick={() => void open()}
      >
        {words}
      </Button>
      <span className={css.meta}>
        {document.fileName} · {document.pages ? `${document.pages} ${document.pages === 1 ? 'page' : 'pages'}, ` : ''}
        {sizeWords(document.bytes)}
      </span>
      {shown !== undefined && (
        <img className={css.picture} src={shown} alt={`The letter as it was sent: ${document.fileName}`} />
      )}
    </>
  )
}

import { useState, type ComponentType, type ReactNode } from 'react'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { claimNotes, type Note } from '#features/claim-notes/contract.ts'
import { ask, asFailed } from '#platform/browser/call.ts'
import { useCursor } from '#platform/browser/use-cursor.ts'
import { useAct } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { whenWords } from '#platform/dates/words.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Avatar } from '#platform/ui/display/avatar.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconAt, iconChat, iconCheck, iconClock, iconLock, iconSearch } from '#platform/ui/display/icons.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { Segmented } from '#platform/ui/form/segmented.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { useHints, type Hint } from '#platform/ui/keys/hints.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { Composer } from './composer.tsx'
import { contactNotes, type ContactNote } from './contract.ts'
import { CorrectNote } from './correct-note.tsx'
import { callerRoleNames } from './rules.ts'
import { Reach } from './reach.tsx'
import css from './notes-tab.module.css'

const PAGE = 50
const readHints: readonly Hint[] = [{ keys: ['/'], does: 'Find' }]
const writeHints: readonly Hint[] = [
  { keys: ['N'], does: 'Write a note' },
  { keys: ['L'], does: 'Log a call' },
  { keys: ['Ctrl', 'Enter'], does: 'Add' },
  ...readHints,
]

const shows = [
  { value: 'all', label: 'All' },
  { value: 'notes', label: 'Notes' },
  { value: 'contacts', label: 'Calls and e-mails' },
] as const
type Show = (typeof shows)[number]['value']

/** Shows who wrote a note. */
type Author = ComponentType<{ id: string | null; name: string }>

/** A note or a contact in the one list. */
type Entry = { at: string; pinned: boolean; note: Note } | { at: string; pinned: false; contact: ContactNote }

/** Notes of a claim and the contacts about it, in one list, and what reaches its worker. */
export function NotesAndContacts({
  patient,
  Author,
  beside,
}: PatientTabProps & { Author: Author; beside?: ReactNode }) {
  const { masterCarrier: mc, subCarrier: sc, claimId } = patient
  const [show, setShow] = useState<Show>('all')
  const [text, setText] = useState('')
  const notes = useCursor(claimNotes.list, { mc, sc, claimId, page: 0, size: PAGE }, ({ page, totalPages }) =>
    page + 1 < totalPages ? { page: page + 1 } : undefined,
  )
  const contacts = useCursor(
    contactNotes.of,
    { masterCarrier: mc, subCarrier: sc, claimId, page: 0, size: PAGE },
    ({ next }) => (next === null ? undefined : { after: next }),
  )
  const failed = [notes, contacts].find(({ error, data }) => error && !data)
  const [first] = contacts.data ?? []
  const [newest] = notes.data ?? []
  useHints(newest?.whyNotAdd === null ? writeHints : readHints)
  const written = loadedNotes(notes.data ?? [])
  const ready = newest && first
  const entries = ready ? merged(written, contacts.data!, { notesLeft: notes.hasNextPage, show, text }) : []
  const total = ready ? newest.totalElements + first.totalElements : undefined
  const left = (show !== 'contacts' && notes.hasNextPage) || (show !== 'notes' && contacts.hasNextPage)
  const isMoreComing = notes.isFetchingNextPage || contacts.isFetchingNextPage
  const more = () => {
    if (notes.hasNextPage) notes.fetchNextPage()
    if (contacts.hasNextPage) contacts.fetchNextPage()
  }
  if (failed?.error) return <NotLoaded title="Notes and contacts could not be loaded" of={failed} />
  return (
    <div className={css.tab}>
      <Card title="Notes and contacts" sub={total || undefined} flush>
        {ready && (
          <Composer
            patient={patient}
            notes={newest.whyNotAdd}
            internal={newest.mayWriteInternal}
            contacts={first.whyNotAdd}
          />
        )}
        <div className={css.filters}>
          <Segmented label="Show" size="small" options={shows} value={show} onChange={setShow} />
          <TextField
            label="Find in notes and contacts"
            quiet
            className={css.find ?? ''}
            type="search"
            placeholder="Find in these"
            icon={iconSearch}
            value={text}
            onChange={setText}
            maxLength={100}
          />
        </div>
        <Loading busy={!ready} skeleton={<Skeleton width="100%" height={200} />}>
          {ready && entries.length === 0 && (
            <State
              small
              kind={text.trim() ? 'noMatch' : 'empty'}
              title={text.trim() ? 'Nothing found' : 'No notes or contacts'}
            >
              {text.trim()
                ? 'Change the words, or show more of the list.'
                : 'Notes about this claim, and calls and e-mails about it, appear here.'}
            </State>
          )}
          <ul className={css.rows}>
            {entries.map((entry) =>
              'note' in entry ? (
                <NoteRow
                  key={entry.note.noteId}
                  Author={Author}
                  note={entry.note}
                  corrections={correctionsOf(entry.note, written)}
                  mayWrite={newest?.whyNotAdd === null}
                />
              ) : (
                <ContactRow
                  key={entry.contact.claimContactNoteId}
                  of={entry.contact}
                  onAnswered={() => void contacts.refetch()}
                />
              ),
            )}
          </ul>
          {left && (
            <div className={css.more}>
              <Button size="small" busy={isMoreComing} busyLabel="Loading" onClick={more}>
                Show more
              </Button>
            </div>
          )}
        </Loading>
      </Card>
      <div className={css.beside}>
        {beside}
        <Reach patient={patient} />
      </div>
    </div>
  )
}

/** The notes of the loaded pages, each once: one added meanwhile moves the others to the next page. */
const loadedNotes = (pages: readonly { content: readonly Note[] }[]): Note[] => [
  ...new Map(pages.flatMap(({ content }) => content).map((note) => [note.noteId, note])).values(),
]

const correctionsOf = (note: Note, all: readonly Note[]): Note[] =>
  all.filter(({ corrects }) => corrects === note.noteId).toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1))

/** The loaded parts of both lists in one order, down to where one of them is not loaded yet. */
function merged(
  notes: readonly Note[],
  pages: readonly { content: readonly ContactNote[]; next: string | null }[],
  { notesLeft, show, text }: { notesLeft: boolean; show: Show; text: string },
): Entry[] {
  const known = new Set(notes.map(({ noteId }) => noteId))
  // A correction stands under its note, alone where that is not loaded.
  const own = notes.filter(({ corrects }) => corrects === null || !known.has(corrects))
  const contacts = pages.flatMap(({ content }) => content)
  const ends = [
    notesLeft && show !== 'contacts' ? notes.findLast(({ pinned }) => !pinned)?.createdAt : undefined,
    pages.at(-1)?.next != null && show !== 'notes' ? contacts.at(-1)?.startedAt : undefined,
  ].filter((at) => at !== undefined)
  const from = ends.toSorted().at(-1) ?? ''
  const words = text.trim().toLowerCase()
  const has = (...said: string[]): boolean => words === '' || said.some((one) => one.toLowerCase().includes(words))
  const entries: Entry[] = [
    ...own
      .filter((note) => has(note.text, note.author, ...correctionsOf(note, notes).map((one) => one.text)))
      .map((note) => ({ at: note.createdAt, pinned: note.pinned, note })),
    ...contacts
      .filter((one) => has(one.text, one.callerName, one.agent, one.reason))
      .map((contact) => ({ at: contact.startedAt, pinned: false as const, contact })),
  ]
  return entries
    .filter((entry) => (show === 'all' || (show === 'notes') === 'note' in entry) && (entry.pinned || entry.at >= from))
    .toSorted((a, b) => Number(b.pinned) - Number(a.pinned) || Date.parse(b.at) - Date.parse(a.at))
}

type NoteRowProps = { note: Note; Author: Author; corrections: readonly Note[]; mayWrite: boolean }
function NoteRow({ note, Author, corrections, mayWrite }: NoteRowProps) {
  const { person } = useUser()
  const now = useNow()
  const [correcting, setCorrecting] = useState(false)
  return (
    <li className={`${css.row} ${note.pinned ? css.pinned : ''}`}>
      <Avatar name={note.author} />
      <div className={css.body}>
        <span className={css.head}>
          <b>
            <Author id={note.authorId} name={note.author} />
          </b>
          {note.pinned && <Badge tone="amber">Pinned</Badge>}
          <Badge>{note.kind === 'ELIGIBILITY' ? 'Coverage note' : note.corrects ? 'Correction' : 'Note'}</Badge>
          {note.visibility === 'INTERNAL' && (
            <Badge tone="violet" icon={iconLock}>
              Internal
            </Badge>
          )}
          <time dateTime={note.createdAt}>{whenWords(note.createdAt, person.timeZone, now)}</time>
        </span>
        <p className={css.text}>{note.text}</p>
        {note.editedAt && <small>Changed {whenWords(note.editedAt, person.timeZone, now)}</small>}
        {corrections.map((one) => (
          <p key={one.noteId} className={css.correction}>
            <small>Correction {whenWords(one.createdAt, person.timeZone, now)}: </small>
            {one.text}
          </p>
        ))}
        {note.mine && mayWrite && (
          <span>
            <Button tone="quiet" size="small" onClick={() => setCorrecting(true)}>
              Correct
            </Button>
          </span>
        )}
      </div>
      {correcting && <CorrectNote note={note} onClose={() => setCorrecting(false)} />}
    </li>
  )
}

const typeBadge = {
  PHONE: { label: 'Call', tone: 'blue', icon: iconChat },
  EMAIL: { label: 'E-mail', tone: 'teal', icon: iconAt },
  CHAT: { label: 'Chat', tone: 'violet', icon: iconChat },
} as const

function ContactRow({ of, onAnswered }: { of: ContactNote; onAnswered: () => void }) {
  const { person } = useUser()
  const now = useNow()
  const { label, tone, icon } = typeBadge[of.contactType]
  const minutes = Math.round((Date.parse(of.endedAt) - Date.parse(of.startedAt)) / 60_000)
  const day = (at: string) => usDate(dateIn(Date.parse(at), person.timeZone))
  return (
    <li className={css.row}>
      <Avatar name={of.callerName} />
      <div className={css.body}>
        <span className={css.head}>
          <b>{of.callerName}</b>
          <Badge tone={tone} icon={icon}>
            {minutes > 0 ? `${label}, ${minutes} min` : label}
          </Badge>
          <Badge>{of.reason}</Badge>
          <time dateTime={of.startedAt}>{whenWords(of.startedAt, person.timeZone, now)}</time>
        </span>
        <p className={css.text}>{of.text}</p>
        <small>
          {callerRoleNames[of.callerRole]} · taken by {of.agent}
        </small>
        {(of.survey || of.whyNotSurvey === null) && (
          <span>
            {of.survey?.completedAt ? (
              <Badge tone="green" icon={iconCheck} className={css.long ?? ''}>
                Survey answered {day(of.survey.completedAt)}
                {of.survey.answer && `, ${of.survey.answer.rating} of 5`}
              </Badge>
            ) : (
              of.survey && (
                <Badge icon={iconClock} className={css.long ?? ''} {...(of.survey.failed && { tone: 'red' as const })}>
                  {surveyWords(of.survey, day)}
                </Badge>
              )
            )}
            {of.survey?.sentAt && !of.survey.completedAt && !of.survey.failed && (
              <CheckSurvey id={of.claimContactNoteId} onAnswered={onAnswered} />
            )}
            {of.whyNotSurvey === null && (!of.survey || of.survey.sentAt || of.survey.failed) && <SendSurvey of={of} />}
          </span>
        )}
        {of.survey?.answer && <SurveyAnswer of={of.survey.answer} />}
      </div>
    </li>
  )
}

/** What was answered in a survey, and what came of a low rating. */
function SurveyAnswer({ of: { resolved, comment, followUp, followUpNote } }: { of: Answer }) {
  return (
    <p className={css.correction}>
      {resolved !== null && <small>Resolved: {resolved ? 'yes' : 'no'}. </small>}
      {comment}
      {followUp !== 'NONE' && (
        <small> {followUp === 'OPEN' ? 'Support follows it up.' : `Followed up: ${followUpNote ?? ''}`}</small>
      )}
    </p>
  )
}
type Answer = NonNullable<NonNullable<ContactNote['survey']>['answer']>

/** What became of a survey that was not answered. */
function surveyWords({ by, sentAt, failed }: NonNullable<ContactNote['survey']>, day: (at: string) => string): string {
  if (failed) return by === 'SMS' ? 'Survey could not be texted' : 'Survey could not be e-mailed'
  if (sentAt === null) return 'Survey is being sent'
  return `Survey ${by === 'SMS' ? 'texted' : 'sent'} ${day(sentAt)}, not answered`
}

/** Looks whether the survey was answered since the list was loaded. */
function CheckSurvey({ id, onAnswered }: { id: string; onAnswered: () => void }) {
  const [busy, setBusy] = useState(false)
  const check = async () => {
    setBusy(true)
    try {
      const { completed } = await ask(contactNotes.surveyed, { claimContactNoteId: id })
      if (completed) onAnswered()
      else toast({ tone: 'info', words: 'The survey was not answered yet.' })
    } catch (reason) {
      toast({ tone: 'error', words: `The survey could not be checked. ${asFailed(reason).message}` })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button tone="quiet" size="small" busy={busy} busyLabel="Checking" onClick={() => void check()}>
      Check for an answer
    </Button>
  )
}

/** Sends the survey about a contact that got none, or once more where nobody answered. */
function SendSurvey({ of }: { of: ContactNote }) {
  const send = useAct(contactNotes.survey)
  const again = of.survey !== null
  return (
    <Button
      tone="quiet"
      size="small"
      busy={send.isPending}
      busyLabel="Sending"
      onClick={() =>
        send.mutate(
          { claimContactNoteId: of.claimContactNoteId },
          {
            onSuccess: ({ note }) =>
              toast({
                tone: 'success',
                words: `The survey is ${note.survey?.by === 'SMS' ? 'texted' : 'e-mailed'} to ${of.callerName}.`,
              }),
            onError: (error) => toast({ tone: 'error', words: `The survey was not sent. ${error.message}` }),
          },
        )
      }
    >
      {again ? 'Send the survey again' : 'Send survey'}
    </Button>
  )
}

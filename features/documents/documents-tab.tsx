import { useState, type ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useCursor } from '#platform/browser/use-cursor.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { addDays } from '#platform/dates/day.ts'
import { whenWords } from '#platform/dates/words.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { ActButton } from '#platform/ui/button/act-button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { Icon } from '#platform/ui/display/icon.tsx'
import { iconFile, iconMail, iconPlus, iconReceipt, iconSearch } from '#platform/ui/display/icons.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { useRested } from '#platform/ui/form/use-rested.ts'
import { useHints, type Hint } from '#platform/ui/keys/hints.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { mayUpdate } from '#features/permissions/rules.ts'
import { documentTypesOf } from '#reference/document-types.ts'
import { documents, type Doc } from './contract.ts'
import css from './documents-tab.module.css'
import { archived, billImages } from './rules.ts'
import { Upload } from './upload.tsx'
import { Viewer } from './viewer.tsx'
import { sizeWords } from './words.ts'

const SIZE = 50
/** Enough that a document somebody was led to is nearly always in the first part. */
const SIZE_WHEN_LED = 100
const hints: readonly Hint[] = [
  { keys: ['J', 'K'], does: 'Document' },
  { keys: ['←', '→'], does: 'Page' },
  { keys: ['+', '-'], does: 'Zoom' },
  { keys: ['R'], does: 'Rotate' },
  { keys: ['D'], does: 'Download' },
  { keys: ['/'], does: 'Find' },
  { keys: ['Esc'], does: 'Back to list' },
]
/** Days back a list may be narrowed to. */
const periods = [
  { value: '', label: 'All dates' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last 12 months' },
] as const
type Period = (typeof periods)[number]['value']
const types = [1, 2, 3]
  .flatMap((group) => documentTypesOf(group))
  .map(({ id, name }) => ({ value: String(id), label: name }))

/** The documents of a claim: a list, and the one that is open beside it. */
export function Documents({
  patient,
  actOf,
}: PatientTabProps & {
  /** What may be done with the document that is open. */
  actOf?: (open: Doc) => ReactNode
}) {
  const { masterCarrier, subCarrier, claimId } = patient
  const { person } = useUser()
  const now = useNow()
  const [text, setText] = useState('')
  const [path, navigate] = useLocation()
  const address = new URLSearchParams(useSearch())
  const [size] = useState(address.has('document') ? SIZE_WHEN_LED : SIZE)
  const [period, setPeriod] = useState<Period>('')
  useHints(hints)
  const type = types.find(({ value }) => value === address.get('type'))?.value ?? ''
  const reference = address.get('transaction') ?? undefined
  const openId = address.get('document') ?? undefined
  const go = (to: Partial<Record<'type' | 'transaction' | 'document', string | undefined>>) => {
    const next = new URLSearchParams(address)
    for (const [name, value] of Object.entries(to)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    navigate(next.size > 0 ? `${path}?${next}` : path, { replace: true })
  }
  const setOpenId = (id: string | undefined) => go({ document: id })
  const [adding, setAdding] = useState(false)
  const rested = useRested(text.trim(), 250)
  const ofClaim = useCursor(
    documents.ofPatient,
    {
      masterCarrier,
      subCarrier,
      claimId,
      page: 0,
      size,
      ...(rested && { text: rested }),
      ...(type && { typeIds: [Number(type)] }),
      ...(period && { from: addDays(dateIn(now, person.timeZone), -Number(period)) }),
    },
    ({ next }) => (next === null ? undefined : { after: next }),
    { keepPrevious: true, off: reference !== undefined },
  )
  const ofTransaction = useRead(
    documents.ofTransaction,
    { a: masterCarrier, b: subCarrier, c: claimId, d: reference ?? '' },
    { off: reference === undefined },
  )
  const asked = reference === undefined ? ofClaim : ofTransaction
  const rows = reference === undefined ? ofClaim.data?.flatMap(({ content }) => content) : ofTransaction.data
  const first = reference === undefined ? ofClaim.data?.[0] : undefined
  const narrowed = text !== '' || type !== '' || period !== ''
  const at = rows?.findIndex((one) => one.documentId === openId) ?? -1
  const move = (by: number) => {
    const next = rows?.[Math.min(rows.length - 1, Math.max(0, at + by))]
    if (next) setOpenId(next.documentId)
  }
  useKeys({ j: () => move(1), k: () => move(-1), Escape: () => setOpenId(undefined) })
  const open = rows?.[at]
  return (
    <div className={css.tab} data-open={open ? '' : undefined}>
      <Card
        title="Documents"
        sub={first ? (first.totalIsExact ? first.totalElements : '10,000+') : rows?.length}
        flush
        className={css.list}
        acts={
          <ActButton never={!mayUpdate(person)} size="small" icon={iconPlus} onClick={() => setAdding(true)}>
            Upload
          </ActButton>
        }
      >
        {reference === undefined ? (
          <div className={css.filters}>
            <TextField
              label="Find by name or sender"
              quiet
              type="search"
              placeholder="Find by name or sender"
              icon={iconSearch}
              value={text}
              onChange={setText}
              maxLength={100}
            />
            <SelectField
              label="Type"
              quiet
              value={type}
              options={[{ value: '', label: 'All types' }, ...types]}
              onChange={(to) => go({ type: to, document: undefined })}
            />
            <SelectField
              label="Received"
              quiet
              value={period}
              options={periods}
              onChange={(to) => {
                setPeriod(to)
                setOpenId(undefined)
              }}
            />
          </div>
        ) : (
          <p className={css.of}>
            <span>
              Explanations of transaction <b>{reference}</b>
            </span>
            <Button size="small" tone="quiet" onClick={() => go({ transaction: undefined, document: undefined })}>
              All documents
            </Button>
          </p>
        )}
        {asked.error && !rows ? (
          <NotLoaded small title="Documents could not be loaded" of={asked} />
        ) : (
          <Loading busy={!rows} skeleton={<Skeleton width="100%" height={180} />}>
            {rows?.length === 0 && (
              <State kind="empty" title={narrowed ? 'No documents match' : 'No documents on file'}>
                {reference !== undefined
                  ? 'No explanation of benefits or of bill review is on file for this transaction.'
                  : narrowed
                    ? 'Change the words, the type or the dates.'
                    : 'Letters, bills and uploads of this claim appear here.'}
              </State>
            )}
            <ul className={css.rows}>
              {rows?.map((one) => (
                <li key={one.documentId}>
                  <button
                    type="button"
                    className={css.row}
                    data-keys="pass"
                    aria-current={one.documentId === openId ? 'true' : undefined}
                    onClick={() => setOpenId(one.documentId)}
                  >
                    <Icon of={iconOf(one)} />
                    <span className={css.what}>
                      <b>{one.typeName}</b>
                      <small>{aboutWords(one)}</small>
                    </span>
                    <small>{whenWords(one.receivedAt, person.timeZone, now)}</small>
                  </button>
                </li>
              ))}
            </ul>
            {reference === undefined && ofClaim.hasNextPage && (
              <div className={css.more}>
                <Button
                  size="small"
                  busy={ofClaim.isFetchingNextPage}
                  busyLabel="Loading"
                  onClick={() => ofClaim.fetchNextPage()}
                >
                  Show more
                </Button>
              </div>
            )}
          </Loading>
        )}
      </Card>
      {open ? (
        <Viewer key={open.documentId} document={open} act={actOf?.(open)} onClose={() => setOpenId(undefined)} />
      ) : (
        <Card className={css.none}>
          <p className="muted">
            {openId && rows
              ? 'That document is not in this part of the list. Choose its type, find it by name, or show more.'
              : 'Choose a document to read it here.'}
          </p>
        </Card>
      )}
      {adding && <Upload claimId={claimId} onClose={() => setAdding(false)} onUploaded={setOpenId} />}
    </div>
  )
}

const iconOf = (one: Doc): string =>
  one.typeId <= 3 ? iconMail : archived.includes(one.typeId) || billImages.includes(one.typeId) ? iconReceipt : iconFile

const aboutWords = (one: Doc): string =>
  [
    one.drug,
    one.fileName,
    one.pages === null ? null : `${one.pages} ${one.pages === 1 ? 'page' : 'pages'}`,
    sizeWords(one.bytes),
    one.uploadedBy && `uploaded by ${one.uploadedBy}`,
  ]
    .filter(Boolean)
    .join(' · ')

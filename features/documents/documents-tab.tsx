import { useState } from 'react'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { whenWords } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { ActButton } from '#platform/ui/button/act-button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { Icon } from '#platform/ui/display/icon.tsx'
import { iconFile, iconMail, iconPlus, iconReceipt, iconSearch } from '#platform/ui/display/icons.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { useRested } from '#platform/ui/form/use-rested.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
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
const types = [1, 2, 3]
  .flatMap((group) => documentTypesOf(group))
  .map(({ id, name }) => ({ value: String(id), label: name }))

/** The documents of a claim: a list, and the one that is open beside it. */
export function Documents({ patient }: PatientTabProps) {
  const { masterCarrier, subCarrier, claimId } = patient
  const { person } = useUser()
  const now = useNow()
  const [text, setText] = useState('')
  const [type, setType] = useState('')
  const [size, setSize] = useState(SIZE)
  const [openId, setOpenId] = useState<string>()
  const [adding, setAdding] = useState(false)
  const rested = useRested(text.trim(), 250)
  const asked = useRead(
    documents.ofPatient,
    {
      masterCarrier,
      subCarrier,
      claimId,
      page: 0,
      size,
      ...(rested && { text: rested }),
      ...(type && { typeIds: [Number(type)] }),
    },
    { keepPrevious: true },
  )
  const rows = asked.data?.content
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
        sub={asked.data ? (asked.data.totalIsExact ? asked.data.totalElements : '10,000+') : undefined}
        flush
        className={css.list}
        acts={
          <ActButton never={!mayUpdate(person)} size="small" icon={iconPlus} onClick={() => setAdding(true)}>
            Upload
          </ActButton>
        }
      >
        <div className={css.filters}>
          <TextField
            label="Find by name or sender"
            quiet
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
            onChange={setType}
          />
        </div>
        {asked.error && !rows ? (
          <ErrorState
            small
            title="Documents could not be loaded"
            safe="Nothing was changed."
            text={asked.error.message}
            supportId={asked.error.supportId}
            onRetry={() => void asked.refetch()}
            retrying={asked.isFetching}
          />
        ) : (
          <Loading busy={!rows} skeleton={<Skeleton width="100%" height={180} />}>
            {rows?.length === 0 && (
              <State kind="empty" title={text || type ? 'No documents match' : 'No documents on file'}>
                {text || type
                  ? 'Change the words or the type.'
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
            {asked.data?.next && (
              <div className={css.more}>
                <Button
                  size="small"
                  busy={asked.isFetching}
                  busyLabel="Loading"
                  onClick={() => setSize(100)}
                  aria-disabled={size === 100}
                >
                  {size === 100 ? 'Narrow the list to see older ones' : 'Show more'}
                </Button>
              </div>
            )}
          </Loading>
        )}
      </Card>
      {open ? (
        <Viewer key={open.documentId} document={open} onClose={() => setOpenId(undefined)} />
      ) : (
        <Card className={css.none}>
          <p className="muted">Choose a document to read it here.</p>
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

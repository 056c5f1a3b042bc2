import { useState } from 'react'
import { documents } from '#features/documents/contract.ts'
import { Viewer } from '#features/documents/viewer.tsx'
import type { Profile } from '#features/patients/contract.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { whenWords } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { IconButton } from '#platform/ui/button/icon-button.tsx'
import { iconArrowLeft, iconClose } from '#platform/ui/display/icons.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import css from './create.module.css'

/** As many as the call gives at once: what is keyed came in lately. */
const SIZE = 50

type DocumentAsideProps = {
  profile: Profile
  /** The document that is open; empty: choose one. */
  open: string
  onOpen: (id: string) => void
  onClose: () => void
}

/** What came in, beside the form it is keyed into: the claim's latest documents, and the one that is open. */
export function DocumentAside({ profile, open, onOpen, onClose }: DocumentAsideProps) {
  const { masterCarrier, subCarrier, claimId } = profile.patient
  const { person } = useUser()
  const now = useNow()
  const [size, setSize] = useState(SIZE)
  const asked = useRead(documents.ofPatient, { masterCarrier, subCarrier, claimId, page: 0, size })
  const rows = asked.data?.content
  const document = rows?.find(({ documentId }) => documentId === open)
  return (
    <section className={css.document} aria-label="Document">
      <div className={css.documentHead}>
        <h2>{document ? 'Document' : 'Choose a document'}</h2>
        {open !== '' && (
          <Button size="small" tone="quiet" icon={iconArrowLeft} onClick={() => onOpen('')}>
            Other documents
          </Button>
        )}
        <IconButton icon={iconClose} label="Close the document" plain onClick={onClose} />
      </div>
      {asked.error && !rows ? (
        <NotLoaded small title="Documents could not be loaded" safe="What you typed is kept." of={asked} />
      ) : document ? (
        <Viewer key={document.documentId} document={document} onClose={() => onOpen('')} />
      ) : (
        <Loading busy={!rows} skeleton={<Skeleton width="100%" height={180} />}>
          {rows?.length === 0 && (
            <State kind="empty" title="No documents on file">
              Upload the fax or letter on the Documents tab, then create the authorization from it.
            </State>
          )}
          {open !== '' && rows && <p className="muted">That document is not among the latest of this claim.</p>}
          <ul className={css.people}>
            {rows?.map((one) => (
              <li key={one.documentId}>
                <Button tone="quiet" onClick={() => onOpen(one.documentId)}>
                  {one.typeName}
                </Button>
                <span>
                  {one.fileName} · received {whenWords(one.receivedAt, person.timeZone, now)}
                </span>
              </li>
            ))}
          </ul>
          {asked.data?.next && size === SIZE && (
            <Button size="small" onClick={() => setSize(2 * SIZE)}>
              Show more
            </Button>
          )}
        </Loading>
      )}
    </section>
  )
}

import { useEffect, useState, type ReactNode } from 'react'
import { ask, CallFailed } from '#platform/browser/call.ts'
import { saveFile } from '#platform/browser/save-file.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { whenWords } from '#platform/dates/words.ts'
import { ActButton } from '#platform/ui/button/act-button.tsx'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import {
  iconArrowLeft,
  iconChevronLeft,
  iconChevronRight,
  iconExport,
  iconMinus,
  iconPlus,
  iconPrint,
  iconRefresh,
} from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { Loading } from '#platform/ui/list/loading.tsx'
import { ScrollRegion } from '#platform/ui/list/scroll-region.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { documents, type Doc } from './contract.ts'
import css from './documents-tab.module.css'
import { loadPage, type PageShown } from './load-page.ts'
import { MOST_PAGES, PrintedPages } from './printed-pages.tsx'
import { notShownWords, sizeWords, sourceWords } from './words.ts'

const ZOOMS = [50, 75, 100, 150, 200] as const

/**
 * One document, shown as pictures of its pages, which the server makes: nothing in the file runs, links or submits here. What
 * cannot be shown is saved and read with its own program.
 */
export function Viewer({
  document,
  act,
  onClose,
}: {
  document: Doc
  /** Beside what every document allows. */
  act?: ReactNode
  onClose: () => void
}) {
  const { person } = useUser()
  const now = useNow()
  const [page, setPage] = useState(1)
  const [shown, setShown] = useState<PageShown>()
  const [failed, setFailed] = useState<string>()
  const [tries, setTries] = useState(0)
  const [zoom, setZoom] = useState(2)
  const [turns, setTurns] = useState(0)
  const [saving, setSaving] = useState(false)
  const [printing, setPrinting] = useState(false)
  const { documentId: id, typeId: x, fileNet, fileName, mime } = document
  useEffect(() => {
    const stop = new AbortController()
    loadPage({ documentId: id, typeId: x, mime }, page, stop.signal)
      .then(setShown)
      .catch((error: unknown) => {
        if (!stop.signal.aborted) setFailed(whyOf(error))
      })
    return () => stop.abort()
  }, [id, x, mime, page, tries])
  const nameNow = mime === 'text/plain' ? fileName.replace(/\.txt$/i, '.pdf') : fileName
  const save = async () => {
    setSaving(true)
    try {
      saveFile(await ask(fileNet ? documents.fileNet : documents.file, { id, x }), nameNow)
    } catch (error) {
      setFailed(whyOf(error))
    }
    setSaving(false)
  }
  const pages = shown?.pages ?? 1
  const turn = (by: number) => setPage((at) => Math.max(1, Math.min(pages, at + by)))
  const picture = shown?.picture !== undefined
  useKeys({
    d: () => void save(),
    r: () => setTurns((now_) => (now_ + 1) % 4),
    '+': () => setZoom((at) => Math.min(ZOOMS.length - 1, at + 1)),
    '-': () => setZoom((at) => Math.max(0, at - 1)),
    ArrowRight: () => turn(1),
    ArrowLeft: () => turn(-1),
  })
  return (
    <Card
      title={document.typeName}
      className={css.viewer}
      flush
      acts={
        <>
          <Button size="small" tone="quiet" icon={iconArrowLeft} className={css.back} onClick={onClose}>
            Back to list
          </Button>
          {act}
          {picture && (
            <>
              <span className={css.zoom}>
                <Button
                  size="small"
                  tone="quiet"
                  icon={iconMinus}
                  aria-label="Smaller"
                  onClick={() => setZoom(Math.max(0, zoom - 1))}
                >
                  {''}
                </Button>
                <span>{ZOOMS[zoom]}%</span>
                <Button
                  size="small"
                  tone="quiet"
                  icon={iconPlus}
                  aria-label="Larger"
                  onClick={() => setZoom(Math.min(ZOOMS.length - 1, zoom + 1))}
                >
                  {''}
                </Button>
              </span>
              <Button size="small" tone="quiet" icon={iconRefresh} onClick={() => setTurns((turns + 1) % 4)}>
                Rotate
              </Button>
              <ActButton
                size="small"
                tone="quiet"
                icon={iconPrint}
                busy={printing}
                busyLabel="Loading"
                whyNot={pages > MOST_PAGES ? `Download it to print more than ${MOST_PAGES} pages.` : undefined}
                onClick={() => setPrinting(true)}
              >
                Print
              </ActButton>
            </>
          )}
          <Button
            size="small"
            icon={iconExport}
            keys={['D']}
            busy={saving}
            busyLabel="Loading"
            onClick={() => void save()}
          >
            Download
          </Button>
        </>
      }
    >
      <p className={css.meta}>
        {fileName} · received {whenWords(document.receivedAt, person.timeZone, now)}, {sourceWords[document.source]} ·{' '}
        {sizeWords(document.bytes)}. Opening it was logged.
      </p>
      {pages > 1 && (
        <div className={css.pages}>
          <Button
            size="small"
            tone="quiet"
            icon={iconChevronLeft}
            aria-label="Previous page"
            aria-disabled={page === 1}
            onClick={() => turn(-1)}
          >
            {''}
          </Button>
          <span aria-live="polite">
            Page {page} of {pages}
          </span>
          <Button
            size="small"
            tone="quiet"
            icon={iconChevronRight}
            aria-label="Next page"
            aria-disabled={page === pages}
            onClick={() => turn(1)}
          >
            {''}
          </Button>
        </div>
      )}
      {failed ? (
        <Note
          tone="red"
          role="alert"
          act={
            <Button
              onClick={() => {
                setFailed(undefined)
                setTries(tries + 1)
              }}
            >
              Try again
            </Button>
          }
        >
          <b>{fileName} could not be opened.</b> {failed}
        </Note>
      ) : (
        <Loading busy={!shown} skeleton={<Skeleton width="100%" height={320} />}>
          {shown?.picture !== undefined && (
            <div className={css.frame}>
              <ScrollRegion label={`${document.typeName}, ${fileName}`}>
                <img
                  src={shown.picture}
                  alt={pages > 1 ? `${fileName}, page ${page} of ${pages}` : fileName}
                  style={{ width: `${ZOOMS[zoom]!}%`, rotate: `${turns * 90}deg` }}
                  onError={() => setShown({ ...shown, picture: undefined, problem: 'broken' })}
                />
              </ScrollRegion>
            </div>
          )}
          {picture && shown.text !== '' && (
            <details className={css.text}>
              <summary>Text of this page</summary>
              <p>{shown.text}</p>
            </details>
          )}
          {shown && !picture && (
            <div className={css.saved}>
              <Note tone="blue">
                <b>{fileName} could not be shown.</b> {notShownWords[shown.problem ?? 'broken']}
              </Note>
              <Button tone="primary" icon={iconExport} onClick={() => void save()}>
                Download {nameNow}
              </Button>
            </div>
          )}
        </Loading>
      )}
      {printing && (
        <PrintedPages
          document={document}
          pages={pages}
          onFailed={(error) => setFailed(whyOf(error))}
          onDone={() => setPrinting(false)}
        />
      )}
    </Card>
  )
}

const whyOf = (error: unknown): string => (error instanceof CallFailed ? error.message : 'Please try again.')

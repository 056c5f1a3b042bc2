import { useEffect, useState } from 'react'
import { ask, CallFailed } from '#platform/browser/call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { whenWords } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconArrowLeft, iconExport, iconMinus, iconPlus, iconRefresh } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { Loading } from '#platform/ui/list/loading.tsx'
import { ScrollRegion } from '#platform/ui/list/scroll-region.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { documents, type Doc } from './contract.ts'
import css from './documents-tab.module.css'
import { saveFile } from '#platform/browser/save-file.ts'
import { asDataUrl } from './data-url.ts'
import { sizeWords, sourceWords } from './words.ts'

type Shown = { file: Blob; picture: string | undefined }
const ZOOMS = [50, 75, 100, 150, 200] as const

/** One document. A picture is shown here, where nothing in it runs; another file is saved and read with its own program. */
export function Viewer({ document, onClose }: { document: Doc; onClose: () => void }) {
  const { person } = useUser()
  const now = useNow()
  const [shown, setShown] = useState<Shown>()
  const [failed, setFailed] = useState<string>()
  const [tries, setTries] = useState(0)
  const [zoom, setZoom] = useState(2)
  const [turns, setTurns] = useState(0)
  const { documentId: id, typeId: x, fileNet, fileName, mime } = document
  const picture = mime === 'image/png' || mime === 'image/jpeg'
  useEffect(() => {
    const stop = new AbortController()
    ask(fileNet ? documents.fileNet : documents.file, { id, x }, { signal: stop.signal })
      .then(async (file) =>
        setShown({ file, picture: picture ? await asDataUrl(new Blob([file], { type: mime })) : undefined }),
      )
      .catch((error: unknown) => {
        if (!stop.signal.aborted) setFailed(error instanceof CallFailed ? error.message : 'Please try again.')
      })
    return () => stop.abort()
  }, [id, x, fileNet, mime, picture, tries])
  const nameNow = mime === 'text/plain' ? fileName.replace(/\.txt$/i, '.pdf') : fileName
  const save = () => shown && saveFile(shown.file, nameNow)
  useKeys({
    d: save,
    r: () => setTurns((now_) => (now_ + 1) % 4),
    '+': () => setZoom((at) => Math.min(ZOOMS.length - 1, at + 1)),
    '-': () => setZoom((at) => Math.max(0, at - 1)),
  })
  return (
    <Card
      title={document.typeName}
      className={css.viewer}
      flush
      acts={
        <>
          {picture && (
            <>
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
              <Button size="small" tone="quiet" icon={iconRefresh} onClick={() => setTurns((turns + 1) % 4)}>
                Rotate
              </Button>
            </>
          )}
          <Button size="small" icon={iconExport} keys={['D']} aria-disabled={!shown} onClick={save}>
            Download
          </Button>
          <Button size="small" tone="quiet" icon={iconArrowLeft} className={css.back} onClick={onClose}>
            Back to list
          </Button>
        </>
      }
    >
      <p className={css.meta}>
        {fileName} · received {whenWords(document.receivedAt, person.timeZone, now)}, {sourceWords[document.source]} ·{' '}
        {sizeWords(document.bytes)}. Opening it was logged.
      </p>
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
                  alt={fileName}
                  style={{ width: `${ZOOMS[zoom]!}%`, rotate: `${turns * 90}deg` }}
                />
              </ScrollRegion>
            </div>
          )}
          {shown && shown.picture === undefined && (
            <div className={css.saved}>
              <Note tone="blue">
                <b>This file opens outside the portal.</b> Download it to read it in your own program.
              </Note>
              <Button tone="primary" icon={iconExport} onClick={save}>
                Download {nameNow}
              </Button>
            </div>
          )}
        </Loading>
      )}
    </Card>
  )
}

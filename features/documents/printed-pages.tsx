import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Doc } from './contract.ts'
import css from './documents-tab.module.css'
import { loadPage } from './load-page.ts'

/** Pages that are loaded for paper at once. */
export const MOST_PAGES = 60

type PrintedPagesProps = {
  document: Doc
  pages: number
  onFailed: (error: unknown) => void
  onDone: () => void
}

/** Every page of a document on a sheet of its own, printed once all are there. */
export function PrintedPages({ document, pages, onFailed, onDone }: PrintedPagesProps) {
  const [sheets, setSheets] = useState<readonly string[]>()
  const paper = useRef<HTMLDivElement>(null)
  const done = useRef({ onFailed, onDone })
  useEffect(() => {
    done.current = { onFailed, onDone }
  })
  useEffect(() => {
    const stop = new AbortController()
    // One after the other: each page is drawn on the server.
    const load = async () => {
      const loaded: string[] = []
      for (let page = 1; page <= pages; page += 1) {
        const { picture } = await loadPage(document, page, stop.signal)
        if (picture !== undefined) loaded.push(picture)
      }
      setSheets(loaded)
    }
    load().catch((error: unknown) => {
      if (stop.signal.aborted) return
      done.current.onFailed(error)
      done.current.onDone()
    })
    return () => stop.abort()
  }, [document, pages])
  useEffect(() => {
    if (!sheets) return
    let left = false
    const pictures = [...(paper.current?.querySelectorAll('img') ?? [])]
    void Promise.allSettled(pictures.map((one) => one.decode())).then(() => {
      if (left) return
      print()
      done.current.onDone()
    })
    return () => {
      left = true
    }
  }, [sheets])
  return createPortal(
    <div ref={paper} className={css.paper}>
      {sheets?.map((sheet, at) => (
        <img key={sheet.length + at} src={sheet} alt={`${document.fileName}, page ${at + 1} of ${sheets.length}`} />
      ))}
    </div>,
    globalThis.document.body,
  )
}

import { useLocation } from 'wouter'
import { ExportsPage } from './exports-page.tsx'
import { FileQuestions } from './file-questions.tsx'
import { paths } from './paths.ts'

/** Both pages about files that left the portal: as one file of the build, which every page names once. */
export function ExportPages() {
  const [path] = useLocation()
  return path === paths.fileQuestions ? <FileQuestions /> : <ExportsPage />
}

/** `npm run texts`: prints every text users read, by file, to be read in one go; `npm run texts -- features/letters` a part. */
import { filesOf } from '#testing/structure/source.ts'
import { textSources } from './texts/sources.ts'
import { textsOf } from './texts/collect.ts'

const wanted = process.argv.slice(2)
for (const { title, files } of textSources(filesOf)) {
  const shown = files.filter((file) => wanted.length === 0 || wanted.some((part) => file.startsWith(part)))
  const parts = shown.map((file) => ({ file, texts: textsOf(file) })).filter(({ texts }) => texts.length > 0)
  if (parts.length === 0) continue
  console.log(`\n# ${title}`)
  for (const { file, texts } of parts) {
    console.log(`\n## ${file}`)
    for (const { line, text } of texts) console.log(`${String(line).padStart(4)}  ${text}`)
  }
}

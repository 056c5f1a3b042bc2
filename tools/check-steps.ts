import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { checkSubjects } from './commit-subjects.ts'

const root = join(import.meta.dirname, '..')
const steps: [name: string, program: string, ...args: string[]][] = [
  ['types', 'typescript/bin/tsc', '-p', '.'],
  ['lint', 'oxlint/bin/oxlint'],
  ['format', 'oxfmt/bin/oxfmt', '--check', '.'],
  ['unused', 'knip/bin/knip.js'],
  ['api', '../tools/api-lint.ts'],
]

/** Types, lint, format, unused code, the API description and commit subjects, at the same time; prints a line for each as it ends, and all output of what failed. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  const results = await Promise.all([...steps.map(check), checkCommits()])
  const passed = results.filter(Boolean).length
  return { passed, failed: results.length - passed }
}

async function checkCommits(): Promise<boolean> {
  const { passed, output } = checkSubjects()
  console.log(`${passed ? '✓' : '✗'} commits${output && ` ${output}`}`)
  return passed
}

async function check([name, program, ...args]: (typeof steps)[number]): Promise<boolean> {
  const began = performance.now()
  const child = spawn(process.execPath, [join(root, 'node_modules', program), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (part: Buffer) => (output += part.toString()))
  child.stderr.on('data', (part: Buffer) => (output += part.toString()))
  const passed = await new Promise<boolean>((done) => {
    child.on('error', () => done(false)).on('close', (code) => done(code === 0))
  })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`${passed ? '✓' : '✗'} ${name.padEnd(7)} ${seconds} s${passed ? '' : `\n${output.trimEnd()}\n`}`)
  return passed
}

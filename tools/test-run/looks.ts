import { stripVTControlCharacters } from 'node:util'
import type { TestModule, Vitest } from 'vitest/node'
import type { Look } from './second-look.ts'

type Fault = { message?: string; stack?: string; stacks?: { file: string; line: number }[]; VITEST_TEST_PATH?: unknown }

/** What a run showed of each of its files. */
export const looksOf = (vitest: Vitest): Look[] => vitest.state.getTestModules().map((module) => lookOf(module, vitest))

/** What a run showed of a file; an error that no test caught belongs to the file it came from. */
export function lookOf(module: TestModule, vitest: Vitest): Look {
  const tests = [...module.children.allTests()]
  const ofTests = tests.flatMap((test) => {
    const { state, errors } = test.result()
    return state === 'failed' ? [`${test.fullName}\n${errors.map(wordsOf).join('\n')}`] : []
  })
  const ofFile = [
    ...module.errors(),
    ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
    ...(vitest.state.getUnhandledErrors() as Fault[]).filter((fault) => fault.VITEST_TEST_PATH === module.moduleId),
  ].map((fault) => wordsOf(fault as Fault))
  const faults = [...ofTests, ...ofFile]
  const unnamed = module.state() === 'failed' && faults.length === 0 ? ['failed without an error'] : []
  const passed = tests.filter((test) => test.result().state === 'passed').length
  return { file: module.relativeModuleId, passed, faults: [...faults, ...unnamed] }
}

/** Errors of a run that belong to no file of it. */
export function outsideFaults(vitest: Vitest): string[] {
  const files = new Set(vitest.state.getTestModules().map((module: TestModule) => module.moduleId))
  return (vitest.state.getUnhandledErrors() as Fault[])
    .filter((fault) => !files.has(String(fault.VITEST_TEST_PATH)))
    .map(wordsOf)
}

const MAX_LINES = 12

/** The message of an error and where it was thrown. */
function wordsOf({ message = '', stack = '', stacks = [] }: Fault): string {
  const place = stacks[0] ? `at ${stacks[0].file}:${stacks[0].line}` : (/^\s+at .*$/m.exec(stack)?.[0].trim() ?? '')
  const lines = stripVTControlCharacters(message).split('\n').slice(0, MAX_LINES)
  return [...lines, place].filter((line) => line !== '').join('\n')
}

/** Where texts for users are written, by what they are. */
export const textSources = (filesOf: (pattern: string) => string[]): readonly { title: string; files: string[] }[] => {
  const of = (pattern: string, but?: RegExp): string[] =>
    filesOf(pattern).filter((file) => !notShown.test(file) && but?.test(file) !== true)
  const isEngine = /^features\/(?:adjudication|clinical)\//
  const isMessage = /^features\/(?:notifications|letters|text-messages|callbacks|delivery)\//
  return [
    { title: 'Sentences of the engine and of guidelines', files: of('features/{adjudication,clinical}/**/*.ts') },
    { title: 'Reference data: reject codes, reasons, rule packs, interactions', files: of('reference/**/*.ts') },
    { title: 'Letters, notices and messages', files: of('features/**/*.ts').filter((file) => isMessage.test(file)) },
    { title: 'Screens', files: of('{features,platform,demo}/**/*.tsx') },
    {
      title: 'Refusals, settings and other sentences of the server',
      files: of('{features,platform,demo}/**/*.ts').filter((file) => !isEngine.test(file) && !isMessage.test(file)),
    },
  ]
}

/** Tests, samples, contracts and statements: nobody reads them on a screen. */
const notShown =
  /\.test\.tsx?$|(?:^|\/)(?:testing|samples)[^/]*\.tsx?$|(?:^|-|\/)(?:sql|contract)\.ts$|^platform\/(?:database|http|calls|jobs|telemetry)\//

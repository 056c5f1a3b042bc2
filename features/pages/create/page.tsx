import { lazyPart } from '#platform/browser/load-part.ts'

// Loaded by itself, so that the first page does not carry the names of the many files the form needs.
const Form = lazyPart(() => import('./create-authorization.tsx').then((it) => it.CreateAuthorization))

/** The page that creates an authorization. */
export const CreatePage = () => <Form />

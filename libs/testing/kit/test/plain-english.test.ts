import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { contract, toAsyncApi, toOpenApi } from '@kingcar/contract'
import { expect, test } from 'vitest'
import { parseAst } from 'vitest/node'

/*
 * Texts for readers are plain English: the API documents, the Markdown documents, the comments of the code, and its
 * sentences, which are log messages, help texts of metrics, error messages and what the commands print.
 */

const root = resolve(import.meta.dirname, '../../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Words that a reader whose English is a second language reads twice, and the plain ones to write instead. */
const words: readonly [RegExp, string][] = [
  [/\b(?:is|are|was|were) away\b/i, 'is unavailable, is unreachable'],
  [/\b(?:is|are|was|were) back\b/i, 'recovered'],
  [/\banew\b/i, 'again, new'],
  [/\btells?\b|\btold\b/i, 'reports, notifies'],
  [/\bhears?\b|\bheard\b/i, 'receives'],
  [/\bwhoever\b|(?<!user )\bnobody\b|\bsomebody\b/i, 'the client, an operator; no client'],
  [/\bstands? (?:in|no more)\b/i, 'is in; was withdrawn'],
  [/\blets? in\b/i, 'accepts'],
  [/\b(?:keeps?|kept) out\b/i, 'rejects'],
  [/\bat once\b/i, 'immediately; at the same time; in one batch'],
  [/\bours\b|\btheirs\b/i, "KingCar's, the provider's"],
  [/\bmends?\b|\bmended\b/i, 'fix'],
  [/\bin earnest\b/i, 'in production'],
  [/\bmeanwhile\b/i, 'in the meantime, or drop it'],
  [/\b(?<!there )is none\b|\bwhat is no\b/i, 'is not a valid …'],
  [/\blost ways\b/i, 'network partitions'],
  [/\bthe own\b/i, "its own, their own, the administrator's"],
]

type Text = { at: string; text: string }

/** A line for each word of a text that has a plain one: the word, what to write, the place and the line of the text. */
const unplainIn = (texts: readonly Text[]): string[] =>
  texts.flatMap(({ at, text }) =>
    text.split('\n').flatMap((line) =>
      words.flatMap(([word, plain]) => {
        const found = word.exec(line)?.[0]
        return found === undefined ? [] : [`"${found}" (write: ${plain}) in ${at}: ${line.trim()}`]
      }),
    ),
  )

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** Every `title`, `summary` and `description` of an API document. */
function textsOf(json: Json, at = ''): Text[] {
  if (typeof json !== 'object' || json === null) return []
  return Object.entries(json).flatMap(([name, value]: [string, Json]): Text[] => {
    const isText = typeof value === 'string' && /^(?:title|summary|description)$/.test(name)
    return isText ? [{ at: `${at}/${name}`, text: value }] : textsOf(value, `${at}/${name}`)
  })
}

/** The prose of a Markdown document: without code, addresses of links, and HTML comments. */
const proseOf = (markdown: string) =>
  markdown
    .replaceAll(/^ *(```|~~~)[\s\S]*?^ *\1/gm, '')
    .replaceAll(/`[^`]*`/g, '')
    .replaceAll(/\]\([^)]*\)|<!--[\s\S]*?-->|https?:\S+/g, '')

/** The string literals of a source that are phrases: those with a space between two words. */
function phrasesOf(source: string, lang: 'ts' | 'tsx'): string[] {
  const phrases: string[] = []
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, value } = node as { type?: string; value?: unknown }
    const text = type === 'TemplateElement' ? (value as { cooked: string }).cooked : value
    if (/^(?:Literal|TemplateElement|JSXText)$/.test(type ?? '') && typeof text === 'string') phrases.push(text)
    for (const child of Object.values(node)) walk(child)
  }
  walk(parseAst(source, { lang }))
  return phrases.filter((text) => /[a-z,:;] [a-z]/i.test(text))
}

/** The comments of a source that begin a line. */
const commentsOf = (source: string) =>
  [...source.matchAll(/(?<=^[ \t]*)(?:\/\*[\s\S]*?\*\/|\/\/.*)/gm)].map(([text]) => text)

const isExcluded = (path: string) => /(?:^|\/)(?:node_modules|dist|\.[^/]+)(?:\/|$)/.test(path)
const documents = globSync('**/*.md', { cwd: root, exclude: isExcluded })
const sources = globSync('{deploy,gateway,libs,services,web-admin}/**/*.{ts,tsx,mjs}', {
  cwd: root,
  exclude: isExcluded,
}).filter((file) => !/\.test\.tsx?$|\/test\//.test(file))

test.each([
  ['OpenAPI', toOpenApi(contract, { version: '0' }), 1_000],
  ['AsyncAPI', toAsyncApi({ version: '0' }), 50],
])('the texts of the %s document are plain English', (_name, document, atLeast) => {
  expect(textsOf(document).length).toBeGreaterThan(atLeast)
  expect(unplainIn(textsOf(document))).toEqual([])
})

test('the Markdown documents are plain English', () => {
  expect(documents).toContain('services/orders/README.md')
  expect(unplainIn(documents.map((file) => ({ at: file, text: proseOf(read(file)) })))).toEqual([])
})

test('log messages, help texts, errors and printed texts are plain English', () => {
  expect(sources.length).toBeGreaterThan(800)
  const suspects = sources.filter((at) => unplainIn([{ at, text: read(at) }]).length > 0) // parsing all takes seconds
  const phrases = suspects.flatMap((at) =>
    phrasesOf(read(at), at.endsWith('x') ? 'tsx' : 'ts').map((text) => ({ at, text })),
  )
  expect(unplainIn(phrases)).toEqual([])
})

test('the comments of the code are plain English', () => {
  const comments = sources.flatMap((at) => commentsOf(read(at)).map((text) => ({ at, text: proseOf(text) })))
  expect(comments.length).toBeGreaterThan(2_000)
  expect(unplainIn(comments)).toEqual([])
})

test('an unplain text is found with its place, and code is not', () => {
  const description = 'The store is shown at once, and stays open for 24 hours.'
  const plain = { description: 'The store is shown immediately.', properties: { description: { type: 'string' } } }
  const line = '"at once" (write: immediately; at the same time; in one batch) in'
  expect(unplainIn(textsOf({ paths: [{ summary: 'Open a store', description }, plain] }))).toEqual([
    `${line} /paths/0/description: ${description}`,
  ])
  const markdown =
    'Sent at once.\n\n```\ntell theirs\n```\nThe user `nobody` of [it](https://a.example/anew), https://b.example/anew.'
  expect(unplainIn([{ at: 'a.md', text: proseOf(markdown) }])).toEqual([`${line} a.md: Sent at once.`])
  const source = "const theirs = 'told'\nlog.warn(`outbox at once`)\n// told\nconst node = <p title={'a b'}>is back</p>"
  expect(phrasesOf(source, 'tsx')).toEqual(['outbox at once', 'a b', 'is back'])
  expect(commentsOf(source)).toEqual(['// told'])
})

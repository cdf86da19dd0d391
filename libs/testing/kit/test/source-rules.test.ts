import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

/*
 * What the product's own sources do not do, or only do in the listed places, each for its reason: a contributor who
 * adds a place reviews it. `SECURITY.md` refers to these rules by name.
 */

const root = resolve(import.meta.dirname, '../../../..')
/** Code that runs in production: no tests, no benchmarks, no simulators of other companies' systems. */
const folders = ['gateway', 'services/*', 'libs/{bus,client,contract,db,runtime}', 'web-admin']
const files = globSync(
  folders.map((folder) => `${folder}/src/**/*.{ts,tsx}`),
  { cwd: root },
)
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: withoutComments(readFileSync(join(root, file), 'utf8')) }))

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(?<=^|\s)\/\/.*$/gm, '')
}

type Rule = {
  rule: string
  /** The forbidden pattern. */
  found: RegExp
  /** A line that it must match, so that the rule cannot fail silently. */
  example: string
  /** Allowed places, and why. */
  except?: Record<string, string>
}

const rules: Rule[] = [
  {
    // ASVS 1.3.2
    rule: 'no text is run as code',
    found: /\beval\(|\bnew Function\(|['"]node:vm['"]|setTimeout\(\s*['"`]/,
    example: "new Function('return 1')",
  },
  {
    rule: 'only the entry of a bundle runs as its main module', // in which it is true for every module
    found: /\bimport\.meta\.main\b/,
    example: 'if (import.meta.main) void main()',
    except: {
      'gateway/src/main.ts': 'the entry of its bundle',
      'services/catalog/src/main.ts': 'the entry of its bundle',
      'services/member/src/main.ts': 'the entry of its bundle',
      'services/orders/src/main.ts': 'the entry of its bundle',
      'services/recognition/src/main.ts': 'the entry of its bundle',
    },
  },
  {
    // ASVS 1.2.5
    rule: 'no other program is started',
    found: /['"](?:node:)?child_process['"]/,
    example: "import { exec } from 'node:child_process'",
    except: {
      'services/recognition/src/rehearsal/rehearsals.ts': 'its own bundle, without arguments and without a shell',
    },
  },
  {
    // ASVS 1.2.4
    rule: 'values reach SQL as parameters',
    found: /\bsql\.(?:raw|identifier)\(|\.unsafe\(/,
    example: 'sql.raw(input.sort)',
    except: {
      'libs/db/src/query/csv-export.ts': 'the type of a column of our tables',
      'libs/db/src/migrations/migrate.ts': 'migrations and checked names',
      'libs/db/src/backup/restore.ts': 'names of our tables, and what the database itself says of its keys and indexes',
      'libs/db/src/migrations/roles.ts': 'checked names, and a verifier of hexadecimal and base64',
      'libs/db/src/connection/session.ts': 'hands on statements with their parameters, and transaction control',
      'libs/db/src/backup/snapshot.ts': 'names of our tables and columns',
      'services/catalog/src/image/audience.ts': 'names of our own list',
      'services/catalog/src/notice/queries.ts': 'constants that the planner has to see',
      'services/orders/src/demo/queries.ts': 'names of our tables and columns',
      'services/recognition/src/read/queries.ts': 'columns that its own code names',
    },
  },
  {
    // ASVS 11.1.2, 11.4.1, 11.4.3
    rule: 'no hash is weaker than SHA-256',
    found: /['"](?:md[245]|sha-?1|ripemd\w*|RSA-SHA1)['"]/i,
    example: "createHash('md5')",
    except: {
      'gateway/src/http/etag.ts': 'an entity tag, which proves nothing; computed for each answer',
      'services/member/src/member-admin/get.ts': 'an entity tag',
      'services/member/src/member-account/describe-me.ts': 'an entity tag',
    },
  },
  {
    // ASVS 11.1.2, 11.3.1, 11.3.2, 11.3.3
    rule: 'what is encrypted is authenticated',
    found:
      /['"](?:aes|des|rc[24]|bf|camellia|aria)(?:-?\d+)?(?:-?(?:ecb|cbc|ctr|cfb\d*|ofb|ede3?)\b[^'"]*)?['"]|RSA_PKCS1_PADDING|createCipher\(/i,
    example: "createCipheriv('aes-256-cbc', key, iv)",
  },
  {
    // ASVS 11.2.1
    rule: 'no library of cryptography is used beside jose, @fastify/jwt and argon2',
    found:
      /['"](?:crypto-js|(?:@node-rs\/)?bcrypt(?:js)?|hash-wasm|sodium-native|tweetnacl|libsodium[\w-]*|node-forge|jsonwebtoken|elliptic|sjcl|@noble\/[\w-]+)['"]/,
    example: "import { sha256 } from '@noble/hashes'",
  },
  {
    // ASVS 11.5.1
    rule: 'what must not be guessed is not of Math.random',
    found: /\bMath\.random\(/,
    example: 'const token = Math.random()',
    except: {
      'libs/bus/src/connection/connection.ts': 'when to connect again',
      'libs/db/src/connection/transactions.ts': 'when to try again',
      'services/member/src/password/password-hasher.ts': 'when to come back',
      'web-admin/src/live/connection.ts': 'when to connect again',
    },
  },
  {
    // ASVS 3.3.1, 3.3.2, 3.3.3, 3.3.4, 3.5.1
    rule: 'there are no cookies',
    found: /document\.cookie|['"`]set-cookie|setCookie\(|@fastify\/(?:cookie|session)|credentials:\s*['"]include/i,
    example: "reply.header('set-cookie', value)",
  },
  {
    // ASVS 3.5.5
    rule: 'pages tell each other nothing by messages, but for the tabs of one origin',
    found: /\.postMessage\(|addEventListener\(\s*['"]message['"]|\bonmessage\b/,
    example: "parent.postMessage(token, '*')",
    except: {
      'libs/contract/src/openapi/code-samples.ts': 'shows how a live socket is read',
      'web-admin/src/live/shared-connection.ts': 'a BroadcastChannel reaches pages of the same origin only',
    },
  },
  {
    // ASVS 1.2.1, 3.2.2
    rule: 'text becomes markup nowhere',
    found: /\.(?:inner|outer)HTML\s*=|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write\(|\bsrcDoc\b/,
    example: 'node.innerHTML = notice.content',
  },
  {
    // ASVS 12.3.2
    rule: 'certificates are checked and HTTP is read strictly',
    found: /rejectUnauthorized:\s*false|NODE_TLS_REJECT_UNAUTHORIZED|insecureHTTPParser|checkServerIdentity/,
    example: 'connect({ rejectUnauthorized: false })',
    except: {
      'libs/bus/src/connection/connection.ts': 'the name alone, of a server on the loopback address of this machine',
    },
  },
  {
    // ASVS 1.3.6, 13.1.1, 13.2.4
    rule: 'services ask others by callProvider alone, and pages their own origin',
    found: /\bfetch\(|import\(['"]undici['"]\)|from ['"](?:undici|node:https?|axios|got)['"]/,
    example: 'const answer = await fetch(input.url)',
    except: {
      'gateway/src/cache/send-cached-response.ts': 'a type of the listener',
      'gateway/src/http/body-rate.ts': 'a type of the listener',
      'gateway/src/http/request-body.ts': 'a type of the listener',
      'gateway/src/http/server.ts': 'the listener',
      'gateway/src/dev/simulator-proxy.ts': 'a type, of what exists for developers alone',
      'gateway/src/http/reject-ambiguous-request.ts': 'types of the listener',
      'libs/runtime/src/provider-call.ts': 'callProvider itself',
      'services/member/src/webhook/send.ts': 'webhooks, whose addresses are checked right before the connection',
      'web-admin/src/api/api.ts': 'the API, at its own origin unless a build names another',
      'web-admin/src/reload/reload-page.ts': 'a page asks its own origin',
    },
  },
  {
    // ASVS 1.3.10
    rule: 'what a line of the log says is written here, and values stand beside it',
    found: /\blog\??\.(?:trace|debug|info|warn|error|fatal)\((?!\s*['"{])/,
    example: 'log.warn(input.reason)',
    except: {
      'libs/runtime/src/log.ts': 'names of levels',
      'libs/runtime/src/run-process.ts': 'what is wrong with a variable, without its value',
    },
  },
  {
    // ASVS 3.7.2, 4.1.2, 10.2.1
    rule: 'no address of a redirect comes from outside',
    found: /\.redirect\(|['"]location['"]\s*[:,]/i,
    example: 'reply.redirect(request.query.next)',
  },
]

const placesOf = ({ found }: Rule) => files.filter(({ text }) => found.test(text)).map(({ file }) => file)

test.each(rules)('$rule', (rule) => {
  expect(rule.found.test(rule.example)).toBe(true)
  expect(placesOf(rule).sort()).toEqual(Object.keys(rule.except ?? {}).sort())
})

test('the rules cover the product', () => {
  expect(files.length).toBeGreaterThan(400)
  expect(files.some(({ file }) => file === 'libs/runtime/src/secret-box.ts')).toBe(true)
})

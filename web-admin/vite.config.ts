import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { consoleFont } from './build/console-font.ts'
import { firstLoadBudget } from './build/first-load-budget.ts'
import { precompress } from './build/precompress.ts'
import { schemeBeforePaint } from './build/scheme-before-paint.ts'
import { stripOperationTexts } from './build/strip-operation-texts.ts'
import { thirdPartyLicenses } from './build/third-party-licenses.ts'

const gateway = 'http://127.0.0.1:8080'

/** Public pages, which wall screens load often: no code of the management pages. */
const lean = (module: string) => ({
  kilobytes: 130,
  withFont: 220,
  modules: [module],
  management: false,
})
const management = (module: string, withFont = 340) => ({
  kilobytes: 250,
  withFont,
  modules: ['src/manage/routes.tsx', 'src/manage/shell/Shell.tsx', module],
  management: true,
})

/** A management page with the lazily loaded editor. */
const editing = (module: string) => ({
  ...management(module),
  later: { kilobytes: 130, module: 'src/manage/editor/Editor.tsx' },
})

const libraries =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|react-store|store))\//
const own =
  /libs\/client\/src\/(\w+|(http|model)\/[\w-]+|generated\/operations(\/(login|reissue|logout|app-settings))?)\.ts|web-admin\/src\/((app|api(?!\/second-factors)|errors|routing|ui\/(styles|plate))\/[\w.-]+|ui\/(?!age\.)[\w.-]+|reload\/reload-page|wall\/(kiosk\/(display|sound)|connect\/connect-search))\.(tsx?|css)/
const notForAll = /\/use(Blocker|Location|Params)\.js/
const base = (module: string) => (libraries.test(module) && !notForAll.test(module)) || own.test(module)

const font = consoleFont()

export default defineConfig({
  plugins: [
    react(),
    firstLoadBudget(
      {
        '/login': lean('src/login/LoginPage.tsx'),
        '/': lean('src/wall/landing/LandingPage.tsx'),
        '/connect': lean('src/wall/connect/ConnectPage.tsx'),
        '/pair': lean('src/wall/pairing/PairPage.tsx'),
        '/manage': management('src/manage/home/HomePage.tsx', 300),
        '/manage/board': management('src/manage/board/BoardPage.tsx'),
        '/manage/statistics': management('src/manage/statistics/StatisticsPage.tsx', 300),
        '/manage/closing': management('src/manage/closing/ClosingPage.tsx', 300),
        '/manage/visits': management('src/manage/visits/VisitsPage.tsx'),
        '/manage/visits/$id': management('src/manage/visits/VisitPage.tsx'),
        '/manage/reads': management('src/manage/reads/ReadsPage.tsx'),
        '/manage/members': management('src/manage/members/MembersPage.tsx'),
        '/manage/members/$id': management('src/manage/members/MemberPage.tsx'),
        '/manage/products': management('src/manage/products/ProductsPage.tsx'),
        '/manage/products/$id': management('src/manage/products/ProductPage.tsx'),
        '/manage/stores': management('src/manage/stores/StoresPage.tsx'),
        '/manage/stores/import': management('src/manage/store-import/ImportStoresPage.tsx'),
        '/manage/stores/$id': management('src/manage/stores/StorePage.tsx'),
        '/manage/banners': management('src/manage/banners/BannersPage.tsx'),
        '/manage/banners/$id': management('src/manage/banners/BannerPage.tsx'),
        '/manage/orders': management('src/manage/orders/OrdersPage.tsx'),
        '/manage/orders/$id': management('src/manage/orders/OrderPage.tsx'),
        '/manage/userProducts': management('src/manage/user-products/UserProductsPage.tsx'),
        '/manage/useLogs': management('src/manage/use-logs/UseLogsPage.tsx'),
        '/manage/subscriptions': management('src/manage/subscriptions/SubscriptionsPage.tsx'),
        '/manage/notices': management('src/manage/notices/NoticesPage.tsx'),
        '/manage/notices/$id': editing('src/manage/notices/NoticePage.tsx'),
        '/manage/terms': management('src/manage/terms/TermsPage.tsx'),
        '/manage/terms/new': editing('src/manage/terms/NewTermsPage.tsx'),
        '/manage/terms/$id': editing('src/manage/terms/TermsVersionPage.tsx'),
        '/manage/devices': management('src/manage/devices/DevicesPage.tsx'),
        '/manage/screens': management('src/manage/screens/ScreensPage.tsx'),
        '/manage/deadLetters': management('src/manage/dead-letters/DeadLettersPage.tsx'),
        '/manage/settings': management('src/manage/settings/SettingsPage.tsx'),
        '/manage/admins': management('src/manage/admins/AdminsPage.tsx'),
        '/manage/admins/$id': management('src/manage/admins/AdminPage.tsx'),
        '/manage/apiKeys': management('src/manage/api-keys/ApiKeysPage.tsx'),
        '/manage/gates': management('src/manage/gates/GatesPage.tsx'),
        '/manage/alerts': management('src/manage/alerts/AlertsPage.tsx'),
        '/manage/webhooks': management('src/manage/webhooks/WebhooksPage.tsx'),
        '/manage/account': management('src/manage/account/AccountPage.tsx'),
        '/manage/audit': management('src/manage/audit/AuditPage.tsx'),
        '/manage/accessLogs': management('src/manage/access-log/AccessLogPage.tsx'),
      },
      font.bytes,
    ),
    stripOperationTexts(),
    schemeBeforePaint(),
    font.plugin,
    thirdPartyLicenses(),
    precompress(),
  ],
  // Nothing inline: the content security policy allows only files of this origin.
  build: {
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Few chunks: each one adds its name to the entry script, and small files compress worse.
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // What every page needs, in one chunk; router hooks of the management pages stay with those.
            { name: 'base', test: base },
            { name: 'query', test: /@tanstack\/(react-)?query/ },
            {
              name: 'validator',
              test: /node_modules\/typebox\/|libs\/contract\/src\/model\/(common-schemas|paging|validation-details|validate)\.ts/,
              minShareCount: 2,
            },
            {
              name: 'form',
              test: /\/src\/manage\/(form\/(?!use-unsaved-guard|LeaveDialog|ConflictDialog)|images\/(Image|Drop|upload|use-upload))|react-hook-form/,
              minShareCount: 2,
            },
            {
              name: 'sortable',
              test: /@atlaskit|\/src\/manage\/list\/(SortableList|sortable\.|reorder|change-list|use-reorder)/,
              minShareCount: 2,
            },
            // Tables, which pages of one entity do not have.
            {
              name: 'table',
              test: /\/src\/manage\/(list\/(Table|SortableHead|Pagination|table\.|pagination\.)|components\/EmailAddress)/,
              minShareCount: 2,
            },
            {
              name: 'lists',
              test: /\/src\/manage\/list\/(?!BackToList|ExportDialog|RowLink|MemberLink|list-search|use-list-search|store-scope|return-position|list\.module)/,
              minShareCount: 2,
            },
            // Of pages that show visits.
            {
              name: 'visits',
              test: /\/src\/manage\/(images\/PlatePicture|components\/[Ll]atest|page\/page-keys)/,
              minShareCount: 2,
            },
            // Links to and from a list, and pictures. The pages of one entity use them too.
            { name: 'entity', test: /\/src\/manage\/(list|images)\//, minShareCount: 2 },
            {
              name: 'markdown',
              test: /libs\/markdown\/|node_modules\/(markdown-it|linkify-it|mdurl|uc\.micro|entities|punycode\.js)\//,
              minShareCount: 2,
            },
            { name: 'contents', test: /\/src\/manage\/editor\//, minShareCount: 2 },
            // Code shared by several areas; code of a single area stays in its own chunks, and the labels of the audit log are loaded later.
            {
              name: 'management',
              test: /\/src\/manage\/((components|api|page|undo|feed|navigation)\/|text\/(?!changed-value))|\/use(Blocker|Location)\.js/,
              minShareCount: 2,
            },
            {
              name: 'live',
              test: /\/src\/(live\/|ui\/age\.|reload\/served-build)|react-use-websocket|\/zustand\//,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  // In development: pages from vite, API calls to the gateway of a local stack.
  server: { proxy: { '/api': gateway, '/admin/api': { target: gateway, ws: true } } },
})

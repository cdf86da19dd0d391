import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstLoadBudget } from './build/budget.ts'
import { compressed } from './build/compressed.ts'
import { pretendard } from './build/pretendard.ts'

const gateway = 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [
    react(),
    firstLoadBudget({
      kilobytes: 125,
      routes: {
        '/login': 'src/login/LoginPage.tsx',
        '/': 'src/landing/LandingPage.tsx',
        '/connect': 'src/connect/ConnectPage.tsx',
      },
      withoutManagement: ['/login', '/', '/connect'],
    }),
    pretendard(),
    compressed(),
  ],
  // Nothing inline: the content security policy takes files of this origin only.
  build: { manifest: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  // The gateway of a local stack, while the pages come from vite.
  server: { proxy: { '/api': gateway, '/admin/api': { target: gateway, ws: true } } },
})

import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../ui/styles/font.css'
import '../ui/styles/tokens.css'
import '../ui/styles/base.css'
import { session } from '../api/api.ts'
import { CrashBoundary } from '../errors/CrashBoundary.tsx'
import { showScheme } from '../ui/color-scheme.ts'
import { router } from './router.tsx'

showScheme()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
if (location.pathname.startsWith('/manage') && session.exists()) root.className = 'starting'
// After the page: few names need characters that the console's font lacks. Until then the system's font shows these.
window.addEventListener('load', () => {
  void import('pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css').catch(() => undefined)
})

createRoot(root).render(
  <StrictMode>
    <CrashBoundary>
      <RouterProvider router={router} />
    </CrashBoundary>
  </StrictMode>,
)

import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../ui/styles/fonts.css'
import 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css'
import '../ui/styles/tokens.css'
import '../ui/styles/base.css'
import { CrashBoundary } from '../errors/CrashBoundary.tsx'
import { showScheme } from '../ui/color-scheme.ts'
import { router } from './router.tsx'

showScheme()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <CrashBoundary>
      <RouterProvider router={router} />
    </CrashBoundary>
  </StrictMode>,
)

import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './styles/fonts.css'
import 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css'
import './styles/tokens.css'
import './styles/base.css'
import { CrashBoundary } from './errors/CrashBoundary.tsx'
import { router } from './router.tsx'
import { showScheme } from './scheme.ts'

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

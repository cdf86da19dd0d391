/** HTML of the interactive API reference, which swagger-ui and the two files below render. */
export const page = `<!doctype html>
<html lang="ko">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>KingCar API</title>
<link rel="icon" type="image/png" href="/docs/files/favicon-32x32.png">
<link rel="stylesheet" href="/docs/files/swagger-ui.css">
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<div id="reference"></div>
<script src="/docs/files/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

/**
 * Follows the system's light or dark mode, and shows the code samples of each operation above its responses, which
 * swagger-ui does not do by itself.
 */
export const start = `const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()

const samples = ({ React, specSelectors, getComponent }) => {
  const Code = getComponent('HighlightCode', true)
  const draw = React.createElement
  return ({ path, method }) => {
    const all = specSelectors.specJson().getIn(['paths', path, method, 'x-codeSamples'])
    return all ? draw('section', { className: 'samples' },
      draw('h4', null, 'Samples'),
      all.toJS().map(({ lang, label, source }) => draw('details', { key: label },
        draw('summary', null, label),
        draw(Code, { language: lang === 'Shell' ? 'bash' : 'javascript', canCopy: true }, source)))) : null
  }
}
const withSamples = () => ({
  wrapComponents: {
    responses: (Responses, system) => {
      const Samples = samples(system)
      return (props) => system.React.createElement(system.React.Fragment, null,
        system.React.createElement(Samples, props),
        system.React.createElement(Responses, props))
    },
  },
})
SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  validatorUrl: null,
  plugins: [withSamples],
})
`

/** Added to swagger-ui's styles: fits on phones, readable colours in light and dark mode, and the samples. */
export const style = `body { margin: 0; overflow-wrap: break-word; }
.swagger-ui .samples { margin: 0; padding: 20px; }
.swagger-ui .samples h4 { margin: 0 0 8px; }
.swagger-ui .samples summary { cursor: pointer; padding: 4px 0; font: 600 14px sans-serif; color: inherit; }
.swagger-ui .samples, .swagger-ui .samples h4 { color: #3b4151; }
.swagger-ui .microlight { max-width: 100%; overflow: auto; }
.swagger-ui .samples .microlight code { white-space: pre !important; overflow-wrap: normal; word-break: normal !important; }
.swagger-ui .samples .copy-to-clipboard { inset: 6px 6px auto auto; }
.swagger-ui .response-col_links { display: none; }
.swagger-ui .microlight span[style*="rgb(211, 99, 99)"] { color: #f2a0a0 !important; }

html:not(.dark-mode) .swagger-ui .opblock-summary-method { color: #1b1b1b; text-shadow: none; }
html:not(.dark-mode) .swagger-ui :is(.parameter__in, .prop-format) { color: #5a5f66; }
html:not(.dark-mode) .swagger-ui .info :is(.url, .link) { color: #1b5fb4; }
html:not(.dark-mode) .swagger-ui .info .title small { background: #5a6070; }
html:not(.dark-mode) .swagger-ui .info .title small.version-stamp { background: #4b6b00; }
html:not(.dark-mode) .swagger-ui .btn.authorize { border-color: #1e7d53; color: #1e7d53; }
html:not(.dark-mode) .swagger-ui .btn.authorize svg { fill: #1e7d53; }

html.dark-mode .swagger-ui :is(.samples, .samples h4, .headers td, .headers th, .response-col_description table td) { color: #d8dde7; }

@media (max-width: 740px) {
  .swagger-ui .wrapper { padding: 0 10px; }
  .swagger-ui .information-container .info { margin: 24px 0; }
  .swagger-ui .opblock .opblock-summary-control { flex-wrap: wrap; }
  .swagger-ui .opblock .opblock-summary-path { max-width: 100%; padding: 0 4px; }
  .swagger-ui .opblock-section-header { flex-wrap: wrap; }
  .swagger-ui :is(.parameters, .responses-table) { display: block; }
  .swagger-ui :is(.parameters, .responses-table) > :is(thead, tbody) { display: block; }
  .swagger-ui :is(.parameters, .responses-table) > thead { display: none; }
  .swagger-ui :is(.parameters, .responses-table) > tbody > tr,
  .swagger-ui :is(.parameters, .responses-table) > tbody > tr > td { display: block; width: auto; min-width: 0; max-width: 100%; padding: 6px 0; }
  .swagger-ui :is(.parameters, .responses-table) > tbody > tr > td.response-col_links { display: none; }
  .swagger-ui .headers { display: block; max-width: 100%; overflow-x: auto; }
  .swagger-ui :is(input, select, textarea) { max-width: 100%; min-width: 0; }
  .swagger-ui .model-box { max-width: 100%; overflow-x: auto; }
}
`

// A report in a frame stands in the page as high as it is, with one scroll bar for both: it is sandboxed, so it sends its height.
const report = document.querySelector('.report iframe');
addEventListener('message', event => {
  const height = event.data?.height;
  if (event.source === report?.contentWindow && Number.isFinite(height)) report.style.height = `${Math.min(Math.max(height, 200), 100000)}px`;
});

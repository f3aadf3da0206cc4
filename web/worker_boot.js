onmessage = async (e) => {
  onmessage = null;
  const [url, module] = e.data;
  try {
    const { default: init } = await import(url);
    await init({ module_or_path: module });
  } catch (error) {
    // The page hears of errors, but not of promises that nobody keeps.
    reportError(error);
  }
};

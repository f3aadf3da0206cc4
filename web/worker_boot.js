onmessage = async (e) => {
  onmessage = null;
  const [url, module] = e.data;
  const { default: init } = await import(url);
  await init({ module_or_path: module });
};
